import './any.ts'

export const value = 1
