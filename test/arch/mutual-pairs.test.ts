import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { arrowsIn, mutualPairs, upwardArrows } from '../../scripts/kit/folder-arrows.mjs'
import { LAYERED } from '../../scripts/kit/import-law.mjs'
import { fromRoot } from '../../scripts/kit/paths.mjs'

const PLACES = ['renderer/features', 'renderer/features/annotate', 'main/core']
const KNOWN = fromRoot('test/arch/mutual-pairs.json')
const Known = z.record(z.string(), z.array(z.string()))

test('folders that import each other are found, and no others', () => {
  expect(mutualPairs(new Set(['a → b', 'b → a', 'a → c', '. → a']))).toEqual(['a ↔ b'])
})

test('no more folders import each other than do today: `node scripts/arrows.mjs` shows them', () => {
  const now = Object.fromEntries(PLACES.map((place) => [place, mutualPairs(arrowsIn(place))]))
  // After a mend: what went must not come back.
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(KNOWN, `${JSON.stringify(now, undefined, 2)}\n`)
  const known = Known.parse(JSON.parse(readFileSync(KNOWN, 'utf8')))

  const added = PLACES.flatMap((place) => (now[place] ?? []).filter((pair) => !known[place]?.includes(pair)))
  expect(added).toEqual([])
})

test.each(LAYERED)('no arrow leads upwards in $place', (layered) => {
  expect(upwardArrows(arrowsIn(layered.place), layered)).toEqual([])
})

test('arrows that lead upwards or sideways are found in the canary', () => {
  const upward = LAYERED.flatMap((layered) => upwardArrows(arrowsIn(`test/arch/canary/${layered.place}`), layered))

  expect(upward.toSorted()).toEqual(['access → dataset', 'editor → .', 'model → editor', 'stage → panels'])
})
