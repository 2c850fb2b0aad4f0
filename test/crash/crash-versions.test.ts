import { expect, test } from 'vitest'
import { exportVersions, generateVersions } from './activities.ts'
import { outliveKills } from './outlive-kills.ts'

test.each([
  { name: 'generating versions', act: generateVersions, longestMs: 1200 },
  { name: 'exporting', act: exportVersions, longestMs: 2500 },
])('$name survives being killed at any moment', async (killed) => {
  const { harm, seen } = await outliveKills(killed)

  expect(harm).toEqual([])
  expect(seen).toBeGreaterThan(0)
})
