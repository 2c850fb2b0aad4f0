import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { joinedFaults } from '#core/management/send/faults'

const faults = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    message('image-with-fault', { image: `${at}.png` }, message('fetch-host-silent', { host: 'nas' })),
  )

test.each([
  [1, '0.png: nas gives no answer in time'],
  [2, '0.png: nas gives no answer in time; 1.png: nas gives no answer in time'],
])('%d faults are told one after the other', (count, sentence) => {
  const joined = joinedFaults(faults(count))

  expect(joined && sentenceOf(joined)).toBe(sentence)
})

test('of more than five faults the others are counted', () => {
  const joined = joinedFaults(faults(7))

  expect(joined && sentenceOf(joined)).toMatch(/; 4\.png: nas gives no answer in time; and 2 more$/)
})

test('no faults are none', () => {
  expect(joinedFaults([])).toBeUndefined()
})
