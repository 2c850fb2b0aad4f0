import { expect, test } from 'vitest'
import { hiddenTally } from '#common/hidden-files'

test('of many hidden folders the first are named, and all of their files are counted', () => {
  const tally = hiddenTally()

  for (let at = 0; at < 30; at += 1) for (const name of ['a', 'b']) tally.add(`set/.cache${at}/x/${name}.json`)
  tally.add(`.${'x'.repeat(1000)}/a`)

  expect(tally.seen()).toMatchObject({ count: 61, roots: { length: 20, 0: 'set/.cache0' } })
})

test('a long name is cut', () => {
  const tally = hiddenTally()

  tally.add(`.${'x'.repeat(1000)}/a`)

  expect(tally.seen().roots[0]).toHaveLength(200)
})
