/** `node scripts/arrows.mjs [FOLDER…]`: the imports between the folders of a place, and the pairs that import each other. */
import { arrowsIn, mutualPairs } from './kit/folder-arrows.mjs'

const named = process.argv.slice(2)
const places = named.length > 0 ? named : ['renderer/features', 'renderer/features/annotate', 'main/core']
for (const place of places) {
  const arrows = arrowsIn(place)
  const pairs = mutualPairs(arrows)
  console.log(`${place}: ${arrows.size} arrows, ${pairs.length} pairs that import each other`)
  for (const pair of pairs) console.log(`  ${pair}`)
}
