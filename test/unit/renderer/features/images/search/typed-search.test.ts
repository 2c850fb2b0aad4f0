import { expect, test } from 'vitest'
import { heard, untouched } from '#renderer/features/images/search/typed'

test('letters typed while a search is pending stay', () => {
  const typing = { text: 'gu', known: '', sent: 'g' }

  expect(heard(typing, 'g')).toEqual({ text: 'gu', known: 'g', sent: undefined })
})

test('a cleared field keeps the first letter of the next search', () => {
  const typing = { text: 'g', known: 'gull', sent: '' }

  expect(heard(typing, '').text).toBe('g')
})

test('a search chosen on the page replaces the typed text', () => {
  expect(heard({ text: 'gu', known: '', sent: 'g' }, 'split:train')).toEqual(untouched('split:train'))
  expect(heard(untouched('gull'), '').text).toBe('')
})
