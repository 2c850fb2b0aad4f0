import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { problemList } from '#core/exchange/datasets/check/problem-list'

test('a reason keeps its code and its numbers, and so much of each name as a page can show', () => {
  const long = 'x'.repeat(1000)
  const list = problemList([])

  list.add({
    path: 'a.csv',
    reason: message('image-says', { image: long }, message('images-of-dataset-alike', { count: 7, name: long })),
  })

  const short = 'x'.repeat(500)
  expect(list.kept()).toEqual([
    {
      path: 'a.csv',
      reason: message('image-says', { image: short }, message('images-of-dataset-alike', { count: 7, name: short })),
    },
  ])
})
