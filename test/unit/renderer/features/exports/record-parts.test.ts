import { expect, test } from 'vitest'
import { recordParts } from '#renderer/features/exports/record-parts'

test('a JSON record is split into keys, strings and numbers', () => {
  expect(recordParts('{ "id": 4071, "name": "a-1" }')).toEqual([
    { text: '{ ', kind: 'plain' },
    { text: '"id"', kind: 'key' },
    { text: ': ', kind: 'plain' },
    { text: '4071', kind: 'number' },
    { text: ', ', kind: 'plain' },
    { text: '"name"', kind: 'key' },
    { text: ': ', kind: 'plain' },
    { text: '"a-1"', kind: 'string' },
    { text: ' }', kind: 'plain' },
  ])
})

test('digits inside a name are not a number', () => {
  expect(recordParts('cam1_07-42.jpg 0.5')).toEqual([
    { text: 'cam1_07-42.jpg ', kind: 'plain' },
    { text: '0.5', kind: 'number' },
  ])
})

test('an XML record keeps its text and marks its tags', () => {
  const parts = recordParts('<xmin>479</xmin>')

  expect(parts.filter(({ kind }) => kind === 'number')).toEqual([{ text: '479', kind: 'number' }])
  expect(parts.map(({ text }) => text).join('')).toBe('<xmin>479</xmin>')
})

test('the parts together are always the whole text', () => {
  const text = '[[497, 455.5, …]] "unclosed'

  expect(
    recordParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
