import { state } from './state.ts'

export const kept = localStorage.getItem(state)
