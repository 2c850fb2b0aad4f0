import { expect, test } from 'vitest'
import { prediction } from '#formats/importers/tools/prediction'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { saidBy } from './kit.ts'

const IMAGE = { width: 200, height: 100 }
const CRATE = { class: 'crate', confidence: 0.91, x: 50, y: 30, width: 60, height: 40 }

function answerOf(predictions: readonly unknown[], image?: object): string {
  return JSON.stringify({ time: 0.1, image, predictions })
}

test('an answer of the inference API is called as its image; one without predictions leaves it unlabelled', async () => {
  const found = await importWith(
    prediction,
    labelFiles({ 'bay.json': answerOf([CRATE], IMAGE), 'quay.jpg.json': answerOf([], IMAGE) }),
  )

  expect(found.images).toMatchObject([{ name: 'bay', size: IMAGE }])
  expect(objectsOf(found.images[0])).toEqual([
    { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 }, score: 0.91 },
  ])
})

test('an outline in run lengths is read on the image of the answer, or else on the image itself', async () => {
  const rle = { size: [100, 200], counts: [1000, 50, 18950] }

  const fates = await Promise.all(
    [IMAGE, undefined].map(async (image) => {
      const answer = answerOf([{ class: 'crate', confidence: 1, rle }], image)
      return (await saidBy(prediction, { 'bay.json': answer })).fates
    }),
  )

  expect(fates).toEqual([[['bay', ['crate']]], [['bay', ['crate']]]])
})

test('one prediction without a place costs itself alone', async () => {
  const said = await saidBy(prediction, { 'bay.json': answerOf([{ class: 'odd', confidence: 1 }, CRATE], IMAGE) })

  expect(said).toMatchObject({
    fates: [['bay', ['crate']]],
    problems: [expect.stringContaining('Skipped in bay: prediction 1 has no position')],
  })
})
