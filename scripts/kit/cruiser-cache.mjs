/** Options of dependency-cruiser, shared by `npm run check` and the test of the import law, so that each uses what the other has read. */
import { fromRoot } from './paths.mjs'

/** The cache is invalid as soon as a file or a rule changes. Reinstalling packages deletes it. */
export const CRUISER_CACHE = ['--cache', fromRoot('node_modules/.cache/layers'), '--cache-strategy', 'content']
