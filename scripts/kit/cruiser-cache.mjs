/** Options of dependency-cruiser, shared by `npm run check` and the test of the import law, so that each uses what the other has read. */
import { fromRoot } from './paths.mjs'

/** It reads everything again as soon as a file or a rule is another than when it last did; packages that are installed anew take the cache along. */
export const CRUISER_CACHE = ['--cache', fromRoot('node_modules/.cache/layers'), '--cache-strategy', 'content']
