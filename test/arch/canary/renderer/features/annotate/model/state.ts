export const state = 'idle'
