import { state } from '../model/state.ts'

export const editor = state
