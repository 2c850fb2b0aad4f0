import { expect, test } from 'vitest'
import type { Keypoint, Skeleton } from '#common/annotation/skeleton'
import type { ExportVersion } from '#common/exports/model'
import { coco } from '#formats/exporters/coco'
import { yolov8 } from '#formats/exporters/yolo'
import { boxShape, CRATE, harbor, imageOf, pointsShape, SPOON, sourceOf, textsOf, versionOf } from './kit.ts'

const EYES: Skeleton = { points: ['nose', 'left eye', 'right eye'], edges: [] }
const ENDS: Skeleton = { points: ['left end', 'right end'], edges: [] }
const SEEN: Keypoint = { x: 50, y: 50, visibility: 2 }

test('a point outside the image has no place in it', async () => {
  const shape = pointsShape(
    CRATE,
    [150, 10, 250, 50],
    [
      { x: 160, y: 20, visibility: 2 },
      { ...SEEN, x: 240 },
    ],
  )

  const texts = await poses([shape], versionOf({ projectType: 'keypoint-detection' }))

  expect(texts.line).toBe('1 0.875 0.3 0.25 0.4 0.8 0.2 2 0 0 0\n')
  expect(texts.annotations).toMatchObject([
    { bbox: [150, 10, 50, 40], keypoints: [160, 20, 2, 0, 0, 0], num_keypoints: 1 },
  ])
})

test('an object with fewer points than its class has, or none, is filled up with points without a place', async () => {
  const shapes = [pointsShape(CRATE, [0, 0, 20, 10], [SEEN]), boxShape(CRATE, [0, 0, 20, 10])]

  const texts = await poses(shapes, versionOf({ projectType: 'keypoint-detection' }))

  expect(texts.line).toBe('1 0.05 0.05 0.1 0.1 0.25 0.5 2 0 0 0\n1 0.05 0.05 0.1 0.1 0 0 0 0 0 0\n')
  expect(texts.annotations).toMatchObject([
    { keypoints: [50, 50, 2, 0, 0, 0], num_keypoints: 1 },
    { keypoints: [0, 0, 0, 0, 0, 0], num_keypoints: 0 },
  ])
})

test.each([
  { name: 'that all say the same', crate: EYES, spoon: EYES, flips: '[0, 2, 1]' },
  { name: 'of which one has points', crate: EYES, spoon: null, flips: '[0, 2, 1]' },
  { name: 'that disagree', crate: EYES, spoon: ENDS, flips: '[0, 1, 2]' },
])('classes $name give the places $flips in a mirror', async ({ crate, spoon, flips }) => {
  const { yaml } = await poses([], withSkeletons(crate, spoon))

  expect(yaml).toContain(`\n\nkpt_shape: [3, 3]\nflip_idx: ${flips}\n\nnc: 2\n`)
})

test('without a point in any class the files are those of boxes', async () => {
  const { yaml, line } = await poses([boxShape(CRATE, [20, 10, 80, 50])], withSkeletons(null, null))

  expect(yaml).not.toContain('kpt_shape')
  expect(line).toBe('1 0.25 0.3 0.3 0.4\n')
})

test('lines between points count from 1, and only real classes have points', async () => {
  const texts = await textsOf(coco.files(harbor({ projectType: 'keypoint-detection' })))

  expect(JSON.parse(texts['train/_annotations.coco.json'] ?? '').categories).toEqual([
    { id: 0, name: 'harbor', supercategory: 'none' },
    { id: 1, name: 'Loffel', supercategory: 'harbor', keypoints: [], skeleton: [] },
    { id: 2, name: 'crate', supercategory: 'harbor', keypoints: ['left end', 'right end'], skeleton: [[1, 2]] },
  ])
})

function withSkeletons(crate: Skeleton | null, spoon: Skeleton | null): ExportVersion {
  const classes = [
    { id: CRATE, name: 'crate', skeleton: crate },
    { id: SPOON, name: 'Löffel', skeleton: spoon },
  ]
  return versionOf({ projectType: 'keypoint-detection', classes })
}

/** One image in both formats. */
async function poses(shapes: ReturnType<typeof imageOf>['shapes'], version: ExportVersion) {
  const source = sourceOf(version, [imageOf({ fileName: 'quay.jpg', shapes })])
  const yolo = await textsOf(yolov8.files(source))
  const json = (await textsOf(coco.files(source)))['train/_annotations.coco.json'] ?? ''
  return {
    yaml: yolo['data.yaml'],
    line: yolo['train/labels/quay.txt'],
    annotations: JSON.parse(json).annotations,
  }
}
