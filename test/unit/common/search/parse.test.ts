import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { parseSearch, readSearch } from '#common/search/parse'
import { printSearch } from '#common/search/print'
import { SELECTORS } from '#common/search/query'
import { anyText } from '#test/kit/any-text'
import { anyQuery } from './queries.ts'

const word = (text: string) => ({ kind: 'word', text })
const tag = (name: string) => ({ kind: 'tag', name })

describe('a search is read', () => {
  test.each([
    ['', { kind: 'all' }],
    [' * ', { kind: 'all' }],
    ['boat', word('boat')],
    ['"two words"', word('two words')],
    ['"say \\"ahoy\\""', word('say "ahoy"')],
    ['"AND"', word('AND')],
    ['well-made', word('well-made')],
    ['tag:night', tag('night')],
    ['TAG:"late night"', tag('late night')],
    ['class:boat', { kind: 'class', name: 'boat' }],
    ['filename:IMG_*.jpg', { kind: 'filename', text: 'IMG_*.jpg' }],
    ['batch:Monday', { kind: 'batch', name: 'Monday' }],
    ['split:Valid', { kind: 'split', split: 'valid' }],
    ['project:harbor', { kind: 'project', slug: 'harbor' }],
    ['project:false', { kind: 'project', slug: null }],
    ['metadata:lane=4', { kind: 'metadata', key: 'lane', value: '4' }],
    ['metadata:"the key"="a=b"', { kind: 'metadata', key: 'the key', value: 'a=b' }],
    ['attribute:colour="deep red"', { kind: 'attribute', key: 'colour', value: 'deep red' }],
    ['attribute:colour', { kind: 'attribute', key: 'colour', value: null }],
    ['lacks:colour', { kind: 'lacks', name: 'colour' }],
    ['metadata:lane', { kind: 'metadata', key: 'lane', value: null }],
    ['min-width:1000', { kind: 'measure', of: 'width', is: 'min', value: 1000 }],
    ['max-annotations:1', { kind: 'measure', of: 'annotations', is: 'max', value: 1 }],
    ['added:>2026-01-01', { kind: 'added', when: 'after', day: '2026-01-01' }],
    ['added:<=2024-02-29', { kind: 'added', when: 'until', day: '2024-02-29' }],
    ['labelled:false', { kind: 'labelled', is: false }],
    ['predictions:true', { kind: 'predictions', is: true }],
    ['-tag:night', { kind: 'not', of: tag('night') }],
    ['NOT tag:night', { kind: 'not', of: tag('night') }],
    ['a b', { kind: 'and', parts: [word('a'), word('b')] }],
    ['a AND b', { kind: 'and', parts: [word('a'), word('b')] }],
    [
      'a b OR -c d',
      {
        kind: 'or',
        parts: [
          { kind: 'and', parts: [word('a'), word('b')] },
          { kind: 'and', parts: [{ kind: 'not', of: word('c') }, word('d')] },
        ],
      },
    ],
    [
      'a (b OR c)',
      {
        kind: 'and',
        parts: [word('a'), { kind: 'or', parts: [word('b'), word('c')] }],
      },
    ],
  ])('%s', (text, query) => {
    expect(parseSearch(text)).toEqual({ ok: true, value: query })
  })
})

describe('a search that is not understood names the place and the word', () => {
  test.each([
    ['boat tga:night', 5, 'tga:night', 'Unknown selector "tga:"'],
    ['split:dev', 0, 'split:dev', 'split: must be train, valid or test'],
    ['min-width:wide', 0, 'min-width:wide', 'min-width: needs a whole number'],
    ['added:>2026-02-30', 0, 'added:>2026-02-30', 'added: needs a day'],
    ['added:yesterday', 0, 'added:yesterday', 'added: needs a day'],
    ['metadata:=4', 0, 'metadata:=4', 'metadata: needs a key and a value'],
    ['labelled:yes', 0, 'labelled:yes', 'labelled: must be true or false'],
    ['a tag:', 2, 'tag:', 'tag: needs a value, as in tag:night'],
    ['a ""', 2, '""', 'The quotes are empty'],
    ['a "open', 2, '"open', 'The quotes are not closed'],
    ['(a b', 0, '(', 'This parenthesis is not closed'],
    ['a b)', 3, ')', 'This parenthesis closes nothing'],
    ['()', 1, ')', 'A word is missing before this parenthesis'],
    ['a OR', 2, 'OR', 'A word is missing after OR'],
    ['OR a', 0, 'OR', 'OR must stand between two words'],
    ['a - b', 2, '-', 'A minus must stand directly before the word'],
    ['a -', 2, '-', 'A minus must stand directly before the word'],
    ['('.repeat(31), 30, '(', 'Parentheses and exclusions can be nested at most 30 deep'],
    ['a '.repeat(101), 200, 'a', 'A query can have at most 100 words'],
    ['a'.repeat(2001), 2000, '', 'A query can have at most 2000 characters'],
  ])('%.20s', (text, at, word, reason) => {
    const parsed = parseSearch(text)

    const fault = parsed.ok ? undefined : { ...parsed.error, reason: sentenceOf(parsed.error.reason) }
    expect(fault).toMatchObject({ at, word, reason: expect.stringContaining(reason) })
  })

  test('in a sentence that counts characters from one', () => {
    const read = readSearch('boat (')

    expect(read.ok ? '' : sentenceOf(read.error)).toBe('Search error at character 6 ("("): A word is missing after (')
  })
})

test('every selector of the help can be written as its example says', () => {
  const parsed = SELECTORS.map(({ example }) => parseSearch(example))

  expect(parsed.filter(({ ok }) => !ok)).toEqual([])
})

test('a query that is written and read again is the same', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(parseSearch(printSearch(query))).toEqual({ ok: true, value: query })
    }),
    { numRuns: 2000 },
  )
})

test('whatever is typed is read or refused, never thrown at', () => {
  const signs = fc.constantFrom(
    ...Array.from('()"\\-*:=<> \t\n'),
    'AND',
    'OR',
    'NOT',
    'tag:',
    'added:',
    'metadata:',
    'a',
    '7',
    '🛥',
  )
  const typed = fc.oneof(
    anyText(60),
    fc.array(signs, { maxLength: 40 }).map((parts) => parts.join('')),
  )

  fc.assert(
    fc.property(typed, (text) => {
      const parsed = parseSearch(text)
      expect(parsed.ok || parsed.error.at <= text.length).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
