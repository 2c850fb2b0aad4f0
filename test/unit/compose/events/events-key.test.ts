import { expect, test } from 'vitest'
import { eventsKeyIn } from '#compose/events/event-settings'

test.each([
  ['none', undefined, undefined],
  ['an empty key is none', '', undefined],
  ['neither is one of spaces', '  ', undefined],
  ['a key', 'secret', 'secret'],
])('%s', (_, API_KEY, expected) => {
  expect(eventsKeyIn({ API_KEY })).toBe(expected)
})
