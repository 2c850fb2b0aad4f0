import { describe, expect, test } from 'vitest'
import { sageMaker } from '#formats/importers/tools/sagemaker'
import { fatesOf, importWith, labelFiles, objectsOf, reviewOf } from '#test/kit/label-files'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const MANIFEST = {
  'source-ref': 's3://bucket/set/bay.jpg',
  boxes: {
    annotations: [{ class_id: 0, left: 20, top: 10, width: 60, height: 40 }],
    image_size: [{ width: 200, height: 100, depth: 3 }],
  },
  'boxes-metadata': {
    'class-map': { 0: 'crate' },
    objects: [{ confidence: 0.5 }],
    type: 'groundtruth/object-detection',
  },
}

test('a line of SageMaker for each image; one that says nothing leaves it unlabelled', async () => {
  const lines = [MANIFEST, { 'source-ref': 's3://b/quay.jpg' }].map((line) => JSON.stringify(line))

  expect(await saidBy(sageMaker, { 'output.manifest': lines.join('\n') })).toEqual(ONE_CRATE)
})

test('a line of SageMaker may name the class of the image', async () => {
  const line = { 'source-ref': 's3://b/bay.jpg', job: 0, 'job-metadata': { 'class-name': 'cat', confidence: 0.9 } }

  const found = await importWith(sageMaker, labelFiles({ 'a.manifest': JSON.stringify(line) }))

  expect(await fatesOf(found, 'single-label-classification')).toEqual({ 'bay.jpg': ['cat'] })
})

test('a line of SageMaker may name several classes of the image', async () => {
  const metadata = {
    'class-map': { 0: 'cat', 1: 'dog', 2: 'cow' },
    type: 'groundtruth/image-classification-multilabel',
  }
  const line = { 'source-ref': 's3://b/bay.jpg', animals: [0, 2], 'animals-metadata': metadata }

  const found = await importWith(sageMaker, labelFiles({ 'a.manifest': JSON.stringify(line) }))

  expect(await fatesOf(found, 'multi-label-classification')).toEqual({ 'bay.jpg': ['cat', 'cow'] })
})

test('masks of SageMaker are refused by name', async () => {
  const metadata = { 'internal-color-map': {}, type: 'groundtruth/semantic-segmentation' }
  const line = { 'source-ref': 's3://b/bay.jpg', 'seg-ref': 's3://b/bay.png', 'seg-ref-metadata': metadata }

  const found = await importWith(sageMaker, labelFiles({ 'a.manifest': JSON.stringify(line) }))

  expect(objectsOf(found.images[0])).toEqual(expect.stringContaining('a mask, which is not read from a manifest'))
})

const BOXES = { annotations: MANIFEST.boxes.annotations }
const FOREST = { scene: 3, 'scene-metadata': { 'class-name': 'forest', type: 'groundtruth/image-classification' } }
const CHECKED = {
  checked: 1,
  'checked-metadata': { 'class-name': 'good', confidence: 0.9, type: 'groundtruth/label-verification' },
}
const MASK = {
  'seg-ref': 's3://b/annotations/consolidated-annotation/output/0_2026.png',
  'seg-ref-metadata': { 'internal-color-map': {}, type: 'groundtruth/semantic-segmentation' },
}

describe('a line of several jobs', () => {
  const manifest = (line: object) => ({ 'a.manifest': JSON.stringify({ ...MANIFEST, ...line }) })

  test.each([
    ['a class of the image', FOREST],
    ['a verification of labels', CHECKED],
  ])('keeps its boxes beside %s', async (_, other) => {
    expect(await saidBy(sageMaker, manifest(other))).toEqual(ONE_CRATE)
  })

  test('keeps its boxes beside a mask, which is skipped', async () => {
    expect(await saidBy(sageMaker, manifest(MASK))).toMatchObject(ONE_LEFT_OUT)
  })

  test('gives a project of classes the class alone', async () => {
    const found = await importWith(sageMaker, labelFiles(manifest({ ...FOREST, ...CHECKED })))

    expect(await fatesOf(found, 'single-label-classification')).toEqual({ 'set/bay.jpg': ['forest'] })
  })

  test('is a background image where its job of boxes found none', async () => {
    const found = await importWith(sageMaker, labelFiles(manifest({ boxes: { annotations: [] }, ...FOREST })))

    expect(await fatesOf(found)).toEqual({ 'set/bay.jpg': 'background' })
  })
})

test('a verification of labels is not a class of the image', async () => {
  const line = JSON.stringify({ 'source-ref': 's3://b/bay.jpg', ...CHECKED })
  const found = await importWith(sageMaker, labelFiles({ 'a.manifest': line }))

  expect(await fatesOf(found, 'single-label-classification')).toEqual({})
})

describe('adjusted boxes', () => {
  const adjusted = (annotations: readonly object[], status = 'adjusted') => ({
    'a.manifest': JSON.stringify({
      ...MANIFEST,
      'adjusted-boxes': { annotations },
      'adjusted-boxes-metadata': { ...MANIFEST['boxes-metadata'], 'adjustment-status': status },
    }),
  })

  test('count alone, and a note says so', async () => {
    const found = await importWith(
      sageMaker,
      labelFiles(adjusted([{ class_id: 0, left: 21, top: 10, width: 60, height: 40 }])),
    )

    expect(objectsOf(found.images[0])).toEqual([expect.objectContaining({ box: { x0: 21, y0: 10, x1: 81, y1: 50 } })])
    expect(found.problems).toEqual([
      'a.manifest: Annotations of "boxes" skipped: "adjusted-boxes" contains the adjusted ones.',
    ])
  })

  test('make a background image where all were removed', async () => {
    const found = await importWith(sageMaker, labelFiles(adjusted([])))

    expect(await fatesOf(found)).toEqual({ 'set/bay.jpg': 'background' })
  })

  test('that nobody changed are not duplicated', async () => {
    expect(await saidBy(sageMaker, adjusted(BOXES.annotations, 'unadjusted'))).toEqual(ONE_CRATE)
  })
})

test('a failed job leaves the image unlabelled', async () => {
  const metadata = { 'failure-reason': 'ClientError: no annotation', type: 'groundtruth/object-detection' }
  const line = { 'source-ref': 's3://b/bay.jpg', boxes: { annotations: [] }, 'boxes-metadata': metadata }
  const found = await importWith(sageMaker, labelFiles({ 'a.manifest': JSON.stringify(line) }))

  expect(await fatesOf(found)).toEqual({ 'bay.jpg': 'unlabelled' })
  expect(objectsOf(found.images[0])).toContain('the job "boxes" failed')
})

test('a class number that the list of a job lacks is refused', async () => {
  const boxes = {
    annotations: [...BOXES.annotations, { class_id: 7, left: 1, top: 1, width: 5, height: 5 }],
  }
  const found = await saidBy(sageMaker, { 'a.manifest': JSON.stringify({ ...MANIFEST, boxes }) })

  expect(found).toMatchObject({
    fates: ONE_CRATE.fates,
    problems: [expect.stringContaining('boxes, annotation 2 has class 7, which "class-map" does not list')],
  })
})

test('masks whose field and address are escaped in the manifest are not images', async () => {
  const line = JSON.stringify({ ...MANIFEST, ...MASK })
    .replaceAll('/', '\\/')
    .replaceAll('seg-ref', 'seg\\u002dref')
  const { paths } = await reviewOf({
    'output.manifest': line,
    'images/bay.jpg': '',
    'annotations/consolidated-annotation/output/0_2026.png': '',
  })

  expect(paths).toEqual(['images/bay.jpg'])
})

test('masks that a manifest names are not images', async () => {
  const line = JSON.stringify({ ...MANIFEST, ...MASK })
  const first = JSON.stringify({ 'source-ref': 's3://b/0_2026.png' })
  const { paths } = await reviewOf({
    'output.manifest': `${first}\n${line}`,
    'images/bay.jpg': '',
    'images/0_2026.png': '',
    'annotations/consolidated-annotation/output/0_2026.png': '',
  })

  expect(paths).toEqual(['images/0_2026.png', 'images/bay.jpg'])
})
