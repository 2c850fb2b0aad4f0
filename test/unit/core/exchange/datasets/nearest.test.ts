import fc from 'fast-check'
import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { imageMatcher } from '#core/exchange/datasets/match'
import { type Hint, nearestOf } from '#core/exchange/datasets/nearest'

const FOLDER = fc.constantFrom('a', 'b', 'c', 'train', 'images')
const FOLDERS = fc.array(FOLDER, { maxLength: 4 })

/** The rule as it is said: folders that are named count first, then the way from the root that is shared. */
function byScore(images: readonly (readonly string[])[], { said, beside }: Hint): number | undefined {
  const scores = images.map((folders) => {
    const named = said.filter((part) => folders.includes(part)).length
    const apart = beside.findIndex((part, index) => folders[index] !== part)
    return named * 1000 + (apart < 0 ? beside.length : apart)
  })
  const best = Math.max(...scores)
  const found = scores.flatMap((score, index) => (score === best ? [index] : []))
  return found.length === 1 ? found[0] : undefined
}

test('the nearest image is the one that the scores of all of them tell', () => {
  const hints = fc.array(fc.record({ said: FOLDERS, beside: FOLDERS }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(FOLDERS, { minLength: 1, maxLength: 12 }), hints, (images, each) => {
      const nearest = nearestOf(images.map((folders, index) => ({ index, folders })))

      for (const hint of each) expect(nearest(hint)).toBe(byScore(images, hint))
    }),
    { numRuns: 500 },
  )
})

test('of 200,000 images with one name each is found by its folder, or none where it is not clear', () => {
  const match = imageMatcher(
    Array.from({ length: 200_000 }, (_, at) => `images/${at}/x.jpg`),
    [],
  )

  expect(match({ name: '7/x.jpg', source: { path: 'labels.json' } })).toEqual({ kind: 'file', index: 7 })
  expect(match({ name: 'x.jpg', source: { path: 'images/199999/x.json' } })).toEqual({ kind: 'file', index: 199_999 })
  expect(match({ name: 'other/images/8/x.jpg', source: { path: 'labels/8.json' } })).toEqual({ kind: 'file', index: 8 })
  expect(match({ name: 'x.jpg', source: { path: 'labels.json' } })).toMatchObject({
    reason: message('images-of-dataset-alike', { count: 200_000, name: 'x.jpg' }),
  })
})
