import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** `#renderer/…` may be a `.ts` or a `.tsx` file. The `imports` of package.json say so; Vite tries only the first of them. */
export const alias = { '#renderer': `${root}/renderer` }
