import { expect, test } from 'vitest'
import { pauseBeforeTry } from '#common/reconnect'

test('a lost line is tried again soon, then every two seconds, however long the core was away', () => {
  expect([0, 1, 2, 3, 4, 10_000].map(pauseBeforeTry)).toEqual([250, 500, 1000, 2000, 2000, 2000])
})
