import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { yolov8 } from '#formats/exporters/yolo'
import { besideImage } from '#formats/kit/file-names'
import { boxShape, CRATE, collect, harbor, imageOf, polygonShape, SPOON, sourceOf, textsOf, versionOf } from './kit.ts'

const segmentation = { projectType: 'instance-segmentation' } as const
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('data.yaml names the test folder when there are test images', async () => {
  const texts = await textsOf(yolov8.files(harbor({ counts: { train: 2, valid: 0, test: 1 } })))

  expect(texts['data.yaml']).toBe(
    [
      'train: ../train/images',
      'val: ../valid/images',
      'test: ../test/images',
      '',
      'nc: 2',
      "names: ['Loffel', 'crate']",
      '',
      'tessera:',
      '  workspace: acme',
      '  project: harbor',
      '  version: 3',
      '  license: Unknown',
      '',
    ].join('\n'),
  )
})

test('data.yaml quotes what YAML would read as something else', async () => {
  const classes = [{ id: ClassId.parse('quote001'), name: "dog's: #1" }]
  const version = versionOf({ id: '2026/no/3', license: 'MIT: see #4', classes })

  const texts = await textsOf(yolov8.files(sourceOf(version, [])))

  expect(texts['data.yaml']).toContain("names: ['dog''s: #1']")
  expect(texts['data.yaml']).toContain("  workspace: '2026'\n  project: 'no'\n  version: 3\n  license: 'MIT: see #4'\n")
})

test('the folders of an empty validation split are there, those of an empty test split are not', async () => {
  const files = await collect(yolov8.files(harbor()))

  expect(files.filter(({ path }) => !path.startsWith('train')).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'text README.dataset.txt',
    'text README.tessera.txt',
    'text data.yaml',
    'folder valid/images',
    'folder valid/labels',
  ])
})

test('each part of an object is a line of its own, its hole joined', async () => {
  const image = imageOf({ shapes: [polygonShape(SPOON, square(0, 0, 10), square(4, 4, 2), square(100, 50, 50))] })

  expect(await labelOf(image, segmentation)).toBe(
    [
      '0 0 0 0.05 0 0.05 0.06 0.03 0.06 0.03 0.04 0.02 0.04 0.02 0.06 0.03 0.06 0.05 0.06 0.05 0.1 0 0.1',
      '0 0.5 0.5 0.75 0.5 0.75 1 0.5 1',
      '',
    ].join('\n'),
  )
})

test('a polygon in a detection project is the box around it, cut at the border', async () => {
  const image = imageOf({ shapes: [polygonShape(CRATE, [150, 50, 250, 50, 200, 150, 150, 100])] })

  expect(await labelOf(image)).toBe('1 0.875 0.75 0.25 0.5\n')
})

test('a box in a segmentation project is an outline of four corners', async () => {
  const image = imageOf({ shapes: [boxShape(CRATE, [-20, 10, 20, 60])] })

  expect(await labelOf(image, segmentation)).toBe('1 0 0.1 0.1 0.1 0.1 0.6 0 0.6\n')
})

async function labelOf(image: ReturnType<typeof imageOf>, changes: Parameters<typeof versionOf>[0] = {}) {
  const texts = await textsOf(yolov8.files(sourceOf(versionOf(changes), [image])))
  return texts[`train/labels/${besideImage(image.fileName, 'txt')}`]
}

test('labels are not read while images are copied: the store parses them when they are asked for', async () => {
  let asked = 0
  const image = Object.defineProperty(imageOf(), 'shapes', {
    get() {
      asked += 1
      return [boxShape(CRATE, [20, 10, 80, 50])]
    },
  })
  const askedAt: Record<string, number> = {}
  const { version } = harbor({ crowds: 0, lines: 0, counts: { train: 1, valid: 0, test: 0 } })
  for await (const { path } of yolov8.files(sourceOf(version, [image]))) askedAt[path.slice(-3)] = asked

  expect(askedAt['jpg']).toBe(0)
  expect(askedAt['txt']).toBeGreaterThan(0)
})
