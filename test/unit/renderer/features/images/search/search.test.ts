import { expect, test } from 'vitest'
import { brand } from '#common/border'
import type { ImageFilter } from '#common/contract/images'
import type { BatchId, ClassId } from '#common/ids'
import { complete, completionsAt, type Vocabulary } from '#renderer/features/images/search/complete'
import { liftTerms } from '#renderer/features/images/search/lift'
import { paintSearch } from '#renderer/features/images/search/paint'

const KNOWN: Vocabulary = {
  tags: [
    { name: 'night', images: 40 },
    { name: 'wet belt', images: 90 },
    { name: 'belt', images: 3 },
  ],
  classes: [{ name: 'Orange', images: 12 }],
  batches: [{ name: 'Nov 18, morning', images: 20 }],
  splits: [
    { name: 'train', images: 70 },
    { name: 'valid', images: 20 },
    { name: 'test', images: 10 },
  ],
  states: [{ name: 'done', images: 5 }],
  reviews: [{ name: 'rejected', images: 2 }],
}

function offered(text: string): string[] {
  return completionsAt(text, text.length, KNOWN).options.map((option) => option.text)
}

test('a word is completed to selectors, and to classes, tags and batches that hold it', () => {
  expect(offered('t')).toEqual(['tag:', 'tag:"wet belt"', 'tag:night', 'tag:belt'])
  expect(offered('quay -stat')).toEqual(['state:'])
  expect(offered('ora')).toEqual(['class:Orange'])
})

test('after a selector its values are offered: those with the prefix first, then the most frequent', () => {
  expect(offered('tag:be')).toEqual(['tag:belt', 'tag:"wet belt"'])
  expect(offered('tag:"wet b')).toEqual(['tag:"wet belt"'])
  expect(offered('split:')).toEqual(['split:train', 'split:valid', 'split:test'])
  expect(offered('labelled:')).toEqual(['labelled:true', 'labelled:false'])
  expect(offered('metadata:')).toEqual([])
})

test('completing a value adds a space, a selector waits for its value, and the text after it stays', () => {
  const text = 'quay (-ta) OR gull'
  const found = completionsAt(text, 9, KNOWN)
  const [selector] = found.options
  expect(found).toMatchObject({ from: 7, to: 9 })
  expect(selector && complete(text, found, selector)).toEqual({ text: 'quay (-tag:) OR gull', caret: 11 })

  const value = completionsAt('tag:ni', 6, KNOWN)
  const [night] = value.options
  expect(night && complete('tag:ni', value, night)).toEqual({ text: 'tag:night ', caret: 10 })
})

test('the coloured parts add up to the text, and the fault is marked in place', () => {
  const text = 'split:train -(night OR splt:x)'
  const painted = paintSearch(text)

  expect(painted.map((each) => each.text).join('')).toBe(text)
  expect(painted.filter(({ as }) => as === 'selector').map((each) => each.text)).toEqual(['split:'])
  expect(painted.filter(({ as }) => as === 'fault').map((each) => each.text)).toEqual(['splt:', 'x'])
  expect(paintSearch('quay OR')).toEqual([
    { text: 'quay ', as: 'text' },
    { text: 'OR', as: 'fault' },
  ])
  expect(paintSearch('')).toEqual([])
})

const ORANGE = brand<ClassId>('orangeOrange')
const NAMES = {
  classes: [{ id: ORANGE, name: 'Orange' }],
  batches: [{ id: brand<BatchId>('mondayMonday'), name: 'Monday', images: 3 }],
}

function lifted(filter: ImageFilter) {
  return liftTerms(filter, NAMES)
}

test('words that boxes represent are moved out of the text, the others stay', () => {
  expect(lifted({ search: 'split:train class:orange quay tag:"wet belt"' })).toEqual({
    splits: ['train'],
    classes: [ORANGE],
    search: 'quay tag:"wet belt"',
  })
  expect(lifted({ search: 'state:done' })).toEqual({ states: ['done'], search: '' })
})

test('text that a box cannot express stays in the field', () => {
  const kept: ImageFilter[] = [
    { search: 'split:train OR split:valid' },
    { search: '-split:train' },
    { search: 'class:lemon' },
    { search: 'quay' },
    { splits: ['valid'], search: 'split:train' },
    { search: 'split:' },
  ]

  expect(kept.map(lifted)).toEqual(kept)
  expect(lifted({ search: 'split:train split:valid' })).toEqual({ splits: ['train'], search: 'split:valid' })
})
