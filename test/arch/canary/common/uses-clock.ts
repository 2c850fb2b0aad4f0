import { text } from './text.ts'

export const stamp = [text, Date.now(), Math.random(), process.env]
