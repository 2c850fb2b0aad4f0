export const fixture = 'test'
