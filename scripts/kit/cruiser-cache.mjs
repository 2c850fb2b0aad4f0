/**
 * Options of dependency-cruiser that `npm run check` and the test of the import law share, so that both use the same
 * cache.
 */
import { fromRoot } from './paths.mjs'

/** The cache is invalid as soon as a file or a rule changes. Reinstalling packages deletes it. */
export const CRUISER_CACHE = ['--cache', fromRoot('node_modules/.cache/layers'), '--cache-strategy', 'content']
