import { expect, test } from 'vitest'
import { nothingFound, placeTyped } from '#renderer/features/annotate/commands/go-to/go-to'
import { NO_TRAIL, stepped, type Trail, visited } from '#renderer/features/annotate/commands/go-to/trail'
import { image } from '../../editor/memory-core.ts'

const [a, b, c] = [image('a'), image('b'), image('c')]

test('back and forward move through visited images until another one is opened', () => {
  const there: Trail = [a, b, c, c].reduce(visited, NO_TRAIL)
  const back = stepped(there, 'back')
  const first = back && stepped(back, 'back')

  expect(first).toEqual({ here: a, back: [], forward: [c, b] })
  expect(first && stepped(first, 'back')).toBeUndefined()
  expect(first && stepped(first, 'forward')).toEqual({ here: b, back: [a], forward: [c] })
  expect(back && visited(back, a)).toEqual({ here: a, back: [a, b], forward: [] })
})

test('a number is a position in the queue, and an invalid one is reported', () => {
  expect(['1', '#40', ' 12 ', '0', '41', 'img_12'].map((typed) => placeTyped(typed, 40))).toEqual([
    0,
    39,
    11,
    undefined,
    undefined,
    undefined,
  ])
  expect(nothingFound('41', 40)).toBe('The queue has 40 images, and no name contains “41”')
  expect(nothingFound('quay', 40)).toBe('No name in this queue contains “quay”')
})
