import { resolve } from 'node:path'

/** For dependency-cruiser: `#renderer/…` may be a `.ts` or `.tsx` file, but its resolver only tries the first. */
export default { resolve: { alias: { '#renderer': resolve('renderer') } } }
