import { expect, test } from 'vitest'
import { z } from 'zod'
import { fiftyOneDataset } from '#formats/exporters/fiftyone-dataset'
import { contentsOf } from '#test/kit/exported-files'
import { reviewOf } from '#test/kit/label-files'
import { boxShape, CRATE, harbor, imageOf, pointsShape, sourceOf, textsOf, versionOf, wholeShape } from './kit.ts'

const Id = z.object({ $oid: z.string().regex(/^[0-9a-f]{24}$/) })
const Sample = z.looseObject({ _id: Id, filepath: z.string(), tags: z.array(z.string()), _rand: z.number() })
const Samples = z.object({ samples: z.array(Sample) })

const THREE = [
  imageOf({ fileName: 'a.jpg', split: 'valid', shapes: [boxShape(CRATE, [0, 0, 20, 10])] }),
  imageOf({ fileName: 'b.png', split: 'train', shapes: [boxShape(CRATE, [0, 0, 20, 10])] }),
  imageOf({ fileName: 'c.jpg', split: 'test' }),
]
const OF_THREE = { counts: { train: 1, valid: 1, test: 1 } }

async function samplesOf(source: ReturnType<typeof sourceOf>) {
  const texts = await textsOf(fiftyOneDataset.files(source))
  return Samples.parse(JSON.parse(texts['samples.json'] ?? '')).samples
}

test('samples of all splits are one list with tags that FiftyOne knows, and come back in their splits', async () => {
  const source = sourceOf(versionOf(OF_THREE), THREE)

  const samples = await samplesOf(source)
  const review = await reviewOf(await contentsOf(fiftyOneDataset.files(source)))

  expect(samples.map(({ filepath, tags }) => [filepath, ...tags])).toEqual([
    ['data/a.jpg', 'validation'],
    ['data/b.png', 'train'],
    ['data/c.jpg', 'test'],
  ])
  expect(samples.map(({ metadata }) => metadata)).toMatchObject([
    { mime_type: 'image/jpeg' },
    { mime_type: 'image/png', width: 200, height: 100 },
    {},
  ])
  expect(review.splits).toEqual({ 'data/a.jpg': 'valid', 'data/b.png': 'train', 'data/c.jpg': 'test' })
  expect(review.fates).toEqual({ 'data/a.jpg': ['crate'], 'data/b.png': ['crate'], 'data/c.jpg': 'background' })
  expect(review.problems).toEqual([])
})

test('identifiers are the same every time, and no two are alike', async () => {
  const texts = async () => (await textsOf(fiftyOneDataset.files(sourceOf(versionOf(OF_THREE), THREE))))['samples.json']

  const [first, second] = [await texts(), await texts()]

  const ids = [...(first ?? '').matchAll(/"\$oid":"(\w+)"/g)].map(([, id]) => id)
  expect(first).toBe(second)
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
})

test('a point without a place is no number, as FiftyOne has it, and comes back without one', async () => {
  const points = [
    { x: 30, y: 20, visibility: 1 },
    { x: 0, y: 0, visibility: 0 },
  ] as const
  const version = versionOf({ projectType: 'keypoint-detection', counts: { train: 1, valid: 0, test: 0 } })
  const source = sourceOf(version, [imageOf({ shapes: [pointsShape(CRATE, [20, 10, 80, 50], points)] })])

  const [sample] = await samplesOf(source)
  const { images } = await reviewOf(await contentsOf(fiftyOneDataset.files(source)), 'keypoint-detection')

  const nothing = { $numberDouble: 'NaN' }
  expect(sample?.['ground_truth_keypoints']).toMatchObject({
    keypoints: [
      {
        points: [
          [0.15, 0.2],
          [nothing, nothing],
        ],
        visibility: [1, 0],
        bounding_box: [0.1, 0.1, 0.3, 0.4],
      },
    ],
  })
  const frame = { width: 200, height: 100 }
  const read = images[0]?.objects({ name: 'quay.jpg', frame, type: 'keypoint-detection' })
  expect(read?.ok && read.value).toMatchObject([{ kind: 'keypoints', points, skeleton: { edges: [[0, 1]] } }])
})

test('an image without its one class is not labelled, one without any of several is', async () => {
  const fates = async (projectType: 'single-label-classification' | 'multi-label-classification') => {
    const images = [imageOf({ fileName: 'a.jpg', shapes: [wholeShape(CRATE)] }), imageOf({ fileName: 'b.jpg' })]
    const files = fiftyOneDataset.files(sourceOf(versionOf({ projectType }), images))
    return (await reviewOf(await contentsOf(files), projectType)).fates
  }

  expect(await fates('single-label-classification')).toEqual({ 'data/a.jpg': ['crate'] })
  expect(await fates('multi-label-classification')).toEqual({ 'data/a.jpg': ['crate'], 'data/b.jpg': 'background' })
})

test('the document of the dataset names its version, classes and the kinds of its fields', async () => {
  const texts = await textsOf(fiftyOneDataset.files(harbor()))

  expect(JSON.parse(texts['metadata.json'] ?? '')).toMatchObject({
    version: '0.22.0',
    media_type: 'image',
    classes: { ground_truth: ['Loffel', 'crate'] },
    sample_fields: expect.arrayContaining([
      expect.objectContaining({ name: 'ground_truth', embedded_doc_type: 'fiftyone.core.labels.Detections' }),
    ]),
  })
})
