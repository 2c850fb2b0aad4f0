import { expect, test } from 'vitest'
import { eventTexts } from '#core/events/studio/event-texts'

test.each([
  [],
  ['{}'],
  ['{"id":"a"}', '{"id":"b","images":[{"x":1.50},{}]}'],
  ['{"note":"}{\\"},{\\\\"}', '{"back\\\\\\\\":"\\\\","brace":"{"}', '{"last":{"deep":{"deeper":"}"}}}'],
  ['{"umlaut":"ä\\u2028 \u2028","number":1e400,"same":1,"same":2}'],
])('texts beside each other come apart letter by letter: %j', (...texts) => {
  expect(eventTexts(texts.join(','))).toEqual(texts)
})
