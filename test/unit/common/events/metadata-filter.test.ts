import { expect, test } from 'vitest'
import { parseMetadataFilter } from '#common/events/metadata-filter'

test.each([
  ['shift:late', { key: 'shift', operator: 'eq', value: 'late' }],
  ['temp:gt:70', { key: 'temp', operator: 'gt', value: '70' }],
  ['at:10:30:00', { key: 'at', operator: 'eq', value: '10:30:00' }],
  ['at:lte:10:30', { key: 'at', operator: 'lte', value: '10:30' }],
  ['op:gt', { key: 'op', operator: 'eq', value: 'gt' }],
  ['op:GT:1', { key: 'op', operator: 'eq', value: 'GT:1' }],
  ['empty:', { key: 'empty', operator: 'eq', value: '' }],
  ['empty:ne:', { key: 'empty', operator: 'ne', value: '' }],
  [' a b : c', { key: ' a b ', operator: 'eq', value: ' c' }],
])('%s is read as a key, an operator and a value', (text, expected) => {
  expect(parseMetadataFilter(text)).toEqual(expected)
})

test.each(['', 'shift', ':late', '::'])('%j is no filter', (text) => {
  expect(parseMetadataFilter(text)).toBeUndefined()
})
