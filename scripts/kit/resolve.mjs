import { resolve } from 'node:path'

/** For dependency-cruiser: `#renderer/…` may be a `.ts` or a `.tsx` file, and its resolver tries only the first of them. */
export default { resolve: { alias: { '#renderer': resolve('renderer') } } }
