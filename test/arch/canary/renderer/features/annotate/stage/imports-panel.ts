import { one } from '../panels/one/one.ts'

export const fromBeside = one
