import { expect, test } from 'vitest'
import { annotateImages, importImages, rebalanceSplits } from './activities.ts'
import { outliveKills } from './outlive-kills.ts'

test.each([
  { name: 'importing', act: importImages, longestMs: 600 },
  { name: 'annotating', act: annotateImages, longestMs: 500 },
  { name: 'rebalancing', act: rebalanceSplits, longestMs: 500 },
])('$name survives being killed at any moment', async (killed) => {
  const { harm, seen } = await outliveKills(killed)

  expect(harm).toEqual([])
  expect(seen).toBeGreaterThan(0)
})
