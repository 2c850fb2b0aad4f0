import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/**
 * `#renderer/…` may be a `.ts` or `.tsx` file. The `imports` of package.json list both, but Vite only tries the first.
 */
export const alias = { '#renderer': `${root}/renderer` }
