import { expect, test } from 'vitest'
import { sageMaker } from '#formats/importers/tools/sagemaker'
import { fatesOf, importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { ONE_CRATE, saidBy } from './kit.ts'

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

  expect(objectsOf(found.pictures[0])).toEqual(expect.stringContaining('a mask, which is not read from a manifest'))
})
