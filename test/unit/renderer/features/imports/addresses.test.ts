import { expect, test } from 'vitest'
import { readAddresses, reasonAgainst } from '#renderer/features/imports/addresses'
import { fetchedWords, leftToFetch, outcomeTitle } from '#renderer/features/imports/entrance/fetched'

const CANCELLED_ERROR = { code: 'task-cancelled', params: {}, english: 'Cancelled' }
const NONE = {
  added: 0,
  duplicates: 0,
  refused: 0,
  labelled: 0,
  repeated: 0,
  repaired: 0,
  problems: 0,
  notes: 0,
  retryable: 0,
  expected: 0,
}
const counts = (part: object) => ({ ...NONE, ...part })

test('addresses are one per line, and duplicates count once', () => {
  expect(readAddresses(' https://a.test/1.png \r\n\nhttps://a.test/2.png\nhttps://a.test/1.png')).toEqual([
    'https://a.test/1.png',
    'https://a.test/2.png',
  ])
})

test('a line that is not a web address is named', () => {
  expect(reasonAgainst(['https://a.test/1.png', 'HTTP://nas/2.png'])).toBeUndefined()
  expect(reasonAgainst([])).toBe('No address yet')
  expect(reasonAgainst(['https://a.test/1.png', 'quay.png'])).toBe(
    '“quay.png” is not an address that begins with http:// or https://',
  )
  expect(reasonAgainst(['file:///etc/passwd'])).toContain('file:///etc/passwd')
})

test('the title of a finished import states its main result', () => {
  expect(outcomeTitle({}, counts({ added: 2, repaired: 1 }))).toBe('2 images added')
  expect(outcomeTitle({}, counts({ duplicates: 3, repaired: 3 }))).toBe('3 images repaired')
  expect(outcomeTitle({}, counts({ duplicates: 3, labelled: 2 }))).toBe('2 images labeled')
  expect(outcomeTitle({ result: { annotated: 1 } }, counts({ duplicates: 1 }))).toBe('1 image labeled')
})

test('an import that added nothing is not reported as all new', () => {
  expect(fetchedWords({ error: null }, counts({ duplicates: 3, repaired: 3 }))).toBe('')
  expect(fetchedWords({ error: null }, counts({ duplicates: 2, labelled: 2 }))).toBe('')
  expect(fetchedWords({ error: null }, counts({ added: 1, duplicates: 2, labelled: 1, repaired: 1 }))).toBe(
    '1 damaged image repaired · 1 labeled',
  )
})

test('the end of a fetch reports the failures, and how many can be retried', () => {
  expect(fetchedWords({ error: null }, counts({ added: 3 }))).toBe('Every image was new')
  expect(fetchedWords({ error: null }, counts({ duplicates: 1, refused: 2 }))).toBe('1 already here · 2 not imported')
  expect(fetchedWords({ error: null }, counts({ duplicates: 3, repeated: 1 }))).toBe(
    '2 already here · 1 twice in the dataset',
  )
  expect(fetchedWords({ error: null }, counts({ added: 10, notes: 4, problems: 1 }))).toBe('1 problem · 4 notes')
  expect(fetchedWords({ error: CANCELLED_ERROR }, counts({ added: 1 }))).toBe('Cancelled. What was added stays.')
  expect(fetchedWords({ error: CANCELLED_ERROR }, counts({ refused: 1 }))).toBe(
    'Cancelled. What was added stays. 1 not imported',
  )
  expect(leftToFetch({ progress: { current: 4, total: 9 } }, counts({ added: 1, refused: 3, retryable: 2 }))).toBe(7)
  expect(leftToFetch({ progress: null }, counts({ refused: 1, retryable: 1 }))).toBe(1)
})
