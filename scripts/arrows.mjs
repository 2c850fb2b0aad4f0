/**
 * `node scripts/arrows.mjs [FOLDER…]`: prints imports between the folders of a place, pairs that import each other, and
 * upward imports.
 */
import { arrowsIn, mutualPairs, upwardArrows } from './kit/folder-arrows.mjs'
import { LAYERED } from './kit/import-law.mjs'

const named = process.argv.slice(2)
const places = named.length > 0 ? named : ['renderer/features', 'renderer/features/annotate', 'main/core']
for (const place of places) {
  const arrows = arrowsIn(place)
  const pairs = mutualPairs(arrows)
  console.log(`${place}: ${arrows.size} arrows, ${pairs.length} pairs that import each other`)
  for (const pair of pairs) console.log(`  ${pair}`)
  for (const layered of LAYERED.filter((each) => each.place === place)) {
    const upward = upwardArrows(arrows, layered)
    console.log(`  ${upward.length} arrows upwards`)
    for (const arrow of upward) console.log(`  ${arrow}`)
  }
}
