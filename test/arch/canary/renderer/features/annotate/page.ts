import { one } from './panels/one/one.ts'

export const page = one
