export const step = 'rotate'
