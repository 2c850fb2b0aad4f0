export const text = 'common'
