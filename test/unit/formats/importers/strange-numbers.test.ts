import { expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { type Contents, reviewOf } from '#test/kit/label-files'

const BOX = [0.1, 0.1, 0.3, 0.4]

/** As Python's json writes what `JSON.stringify` cannot. */
function python(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('"<nan>"', 'NaN').replaceAll('"<inf>"', '-Infinity')
}

const LABELME = {
  imagePath: 'bay.jpg',
  note: 'NaN or "Infinity"',
  shapes: [
    {
      label: 'crate',
      shape_type: 'rectangle',
      points: [
        [1, 2],
        [30, 40],
      ],
      score: '<nan>',
    },
    {
      label: 'sail',
      shape_type: 'rectangle',
      points: [
        [1, '<inf>'],
        [30, 40],
      ],
    },
  ],
}
const COCO = {
  images: [{ id: 1, file_name: 'bay.jpg', width: 200, height: 100, aspect: '<inf>' }],
  annotations: [
    { id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 30, 40], score: '<nan>' },
    { id: 2, image_id: 1, category_id: 1, bbox: ['<nan>', 2, 30, 40] },
  ],
  categories: [{ id: 1, name: 'crate' }],
}
const SAGEMAKER = {
  'source-ref': 's3://quay/bay.jpg',
  boxes: { annotations: [{ class_id: 0, left: 1, top: 2, width: 30, height: 40 }], image_size: [] },
  'boxes-metadata': { 'class-map': { 0: 'crate' }, objects: [{ confidence: '<nan>' }] },
}

test.each<[string, Contents, { fates: object; problems: readonly string[] }]>([
  [
    'FiftyOne',
    {
      'labels.json': python({
        classes: ['crate'],
        labels: {
          bay: [
            { label: 0, bounding_box: BOX, confidence: '<nan>' },
            { label: 0, bounding_box: ['<nan>', 0, 1, 1] },
          ],
        },
      }),
    },
    {
      fates: { 'data/bay': ['crate'] },
      problems: ['labels.json: Skipped: annotation 2 of "bay" cannot be read: bounding_box[0] is not a number.'],
    },
  ],
  [
    'a whole FiftyOne dataset',
    {
      'samples.json': python({
        samples: [
          {
            filepath: 'data/bay.jpg',
            uniqueness: '<inf>',
            ground_truth: {
              _cls: 'Detections',
              detections: [{ _cls: 'Detection', label: 'crate', bounding_box: BOX, confidence: '<nan>' }],
            },
          },
        ],
      }),
    },
    { fates: { 'data/bay.jpg': ['crate'] }, problems: [] },
  ],
  [
    'LabelMe',
    { 'bay.json': python(LABELME) },
    {
      fates: { 'bay.jpg': ['crate'] },
      problems: [expect.stringMatching(/^bay\.json: Skipped: shape 2 .*not a number/)],
    },
  ],
  [
    'COCO',
    { 'a.json': python(COCO) },
    {
      fates: { 'bay.jpg': ['crate'] },
      problems: ['a.json line 24: Annotation 2 skipped: bbox[0] is not a number.'],
    },
  ],
  [
    'SageMaker',
    { 'a.manifest': `${python(SAGEMAKER).replaceAll('\n', '')}\n` },
    { fates: { 'bay.jpg': ['crate'] }, problems: [] },
  ],
])('NaN and Infinity in %s are no numbers, and cost only what needs them', async (_, contents, expected) => {
  const { fates, problems } = await reviewOf(contents)

  expect({ fates, problems }).toEqual(expected)
})

test.each<[ProjectType, string]>([
  ['object-detection', '{"classes": [], "labels": {"a": NaN, "b": [}}'],
  ['object-detection', `{"classes": [], "labels": {"a": NaN,\n"${'\\"'.repeat(20_000)}`],
])('a file that is broken beside them is named with its line', async (type, text) => {
  const { problems } = await reviewOf({ 'labels.json': text }, type)

  const line = text.split('\n').length
  expect(problems).toEqual([`labels.json line ${line}: The JSON is cut off before its end.`])
})
