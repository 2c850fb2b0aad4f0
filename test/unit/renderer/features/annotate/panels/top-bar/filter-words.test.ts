import { expect, test } from 'vitest'
import { brand } from '#common/border'
import { ImageFilter as Filter, type ImageFilter } from '#common/contract/images'
import type { BatchId, ClassId, ImageId } from '#common/ids'
import { filterWords } from '#renderer/features/annotate/panels/top-bar/filter-words'

const FILTERS: Required<{ [Part in keyof ImageFilter]: ImageFilter[Part] }> = {
  splits: ['valid'],
  classes: [brand<ClassId>('class000')],
  batches: [brand<BatchId>('batch000')],
  states: ['todo', 'started'],
  reviews: ['waiting', 'rejected'],
  hasOpenComments: true,
  hasProposals: true,
  text: 'quay',
  like: brand<ImageId>('image000'),
  search: 'tag:night',
}

const NAMES = { classes: undefined, facets: undefined, job: undefined }

test.each(Object.keys(Filter.shape).map((part) => [part]))('a queue that is filtered by %s says so', (part) => {
  const filter = Object.fromEntries(Object.entries(FILTERS).filter(([name]) => name === part))

  expect(filterWords({ filter, sort: 'added' }, NAMES)).not.toBe('')
})

test('the filters of a queue are described in one line', () => {
  const { splits, reviews } = FILTERS

  const words = filterWords({ filter: { splits, reviews, hasProposals: true }, sort: 'novelty' }, NAMES)

  expect(words).toBe('Valid · in review, changes requested · with suggestions · most novel')
})
