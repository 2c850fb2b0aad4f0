import { expect, test } from 'vitest'
import { fiftyOneSamples } from '#formats/importers/tools/fiftyone-samples'
import { importWith, labelFiles, objectsByName, objectsOf } from '#test/kit/label-files'

const DETECTION = { _id: { $oid: 'a' }, _cls: 'Detection', tags: [], attributes: {}, label: 'crate' }
const CRATE = { ...DETECTION, bounding_box: [0.1, 0.1, 0.3, 0.4] }
const SAIL = {
  _cls: 'Polyline',
  label: 'sail',
  closed: true,
  filled: true,
  points: [
    [
      [0, 0],
      [0.5, 0],
      [0.5, 0.5],
    ],
  ],
}

const detections = (...list: readonly object[]) => ({ _cls: 'Detections', detections: list })
const polylines = (...list: readonly object[]) => ({ _cls: 'Polylines', polylines: list })
const sample = (name: string, fields: object, tags: readonly string[] = []) => ({
  _id: { $oid: name },
  filepath: `data/${name}`,
  tags,
  metadata: null,
  _media_type: 'image',
  ...fields,
})

/** Images of 200 × 100. */
function read(...samples: readonly object[]) {
  return importWith(
    fiftyOneSamples,
    labelFiles({
      'metadata.json': JSON.stringify({ name: 'bay', version: '1.0.0', sample_fields: [{ name: 'filepath' }] }),
      'samples.json': JSON.stringify({ samples }),
    }),
  )
}

test('boxes and outlines are shares of the sides, and tags name the split', async () => {
  const found = await read(
    sample('bay.jpg', { ground_truth: detections(CRATE) }, ['validation']),
    sample('quay.jpg', { shapes: polylines(SAIL) }),
  )

  expect(objectsByName(found)).toEqual({
    'data/bay.jpg': [{ className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }],
    'data/quay.jpg': [{ className: 'sail', kind: 'polygon', rings: [[0, 0, 100, 0, 100, 50]] }],
  })
  expect(found.images.map(({ split }) => split)).toEqual(['valid', undefined])
  expect(found.problems).toEqual([])
})

test('classes of whole images are read for projects of classes', async () => {
  const whole = { _cls: 'Classification', label: 'cat', confidence: null }
  const found = await read(
    sample('bay.jpg', { ground_truth: whole }),
    sample('quay.jpg', { tags_of: { _cls: 'Classifications', classifications: [whole, { ...whole, label: 'dog' }] } }),
  )

  expect(objectsByName(found, { type: 'multi-label-classification' })).toEqual({
    'data/bay.jpg': [{ className: 'cat', kind: 'whole' }],
    'data/quay.jpg': [
      { className: 'cat', kind: 'whole' },
      { className: 'dog', kind: 'whole' },
    ],
  })
})

test('an image is a negative only where its field is an empty list', async () => {
  const found = await read(
    sample('bay.jpg', { ground_truth: detections() }),
    sample('quay.jpg', { ground_truth: null }),
    sample('pier.jpg', {}),
  )

  expect(objectsByName(found)).toEqual({ 'data/bay.jpg': [] })
})

test('what a model predicted is no ground truth, and several fields without one are told', async () => {
  const guess = detections({ ...CRATE, label: 'guess' })
  const found = await read(
    sample('bay.jpg', { ground_truth: detections(CRATE), predictions: guess }),
    sample('quay.jpg', { people: detections(CRATE), predictions: guess }),
    sample('pier.jpg', { ground_truth: null, predictions: guess }),
  )

  const [bay, quay, ...others] = found.images
  expect(objectsOf(bay)).toMatchObject([{ className: 'crate' }])
  expect(objectsOf(quay)).toContain('has its annotations in several fields (people, predictions)')
  expect(others).toEqual([])
})

test('masks and kinds that are not read leave the image without annotations, and say so', async () => {
  const masked = detections({ ...CRATE, mask: { $binary: { base64: 'eJw=', subType: '00' } } })
  const found = await read(
    sample('bay.jpg', { ground_truth: masked }),
    sample('quay.jpg', { ground_truth: { _cls: 'Segmentation', mask_path: 'fields/a.png' } }),
  )

  const [bay, quay] = found.images
  expect(objectsOf(bay)).toContain('object 1 has a mask')
  expect(objectsOf(bay, { type: 'object-detection' })).toMatchObject([{ kind: 'box' }])
  expect(objectsOf(quay)).toContain('annotations of the kind "Segmentation"')
})
