import { expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import { yolov8Obb } from '#formats/exporters/oriented'
import { yolov8 } from '#formats/exporters/yolo'
import { ndjson } from '#formats/importers/ndjson'
import { yolo } from '#formats/importers/yolo'
import { contentsOf } from '#test/kit/exported-files'
import { type Found, importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { CRATE, imageOf, polygonShape, rotatedBoxShape, sourceOf, versionOf } from '../exporters/kit.ts'

const FRAME = { width: 200, height: 100 }

const BARELY_CUT = { center: { x: 102.5, y: 7 }, width: 35, height: 10, angle: -10 }

/** Each reaches out of the frame, by a little or by half. */
const CUT = [
  BARELY_CUT,
  { center: { x: 190, y: 50 }, width: 40, height: 20, angle: 30 },
  { center: { x: 60, y: 95 }, width: 50, height: 16, angle: 20 },
  { center: { x: 4, y: 40 }, width: 30, height: 12, angle: 75 },
]

test.each(['object-detection', 'instance-segmentation'] as const)(
  'oriented boxes that the frame cuts come back as rotated boxes to a project of %s',
  async (projectType) => {
    const shapes = CUT.map((box) => rotatedBoxShape(CRATE, box))
    const files = yolov8Obb.files(sourceOf(versionOf({ projectType }), [imageOf({ shapes })]))

    const found = await importWith(yolo, labelFiles(await contentsOf(files)))

    expect(found.problems).toEqual([])
    const back = objectsIn(found, projectType)
    expect(back.map(({ kind }) => kind)).toEqual(CUT.map(() => 'rotated-box'))
    const [first] = back
    const corners = first?.kind === 'rotated-box' ? rotatedBoxRing(first.box) : []
    for (const [i, value] of rotatedBoxRing(BARELY_CUT).entries())
      expect(Math.abs((corners[i] ?? 0) - value)).toBeLessThan(1.5)
  },
)

const RECTANGLES = [
  '0 0.30 0.30 0.40 0.36 0.37 0.49 0.27 0.43',
  '0 0.50 0.50 0.60 0.56 0.57 0.69 0.47 0.63',
  '1 0.10 0.10 0.20 0.10 0.20 0.30 0.10 0.30',
]
const QUADRANGLE = '1 0.42 0.00 0.57 0.05 0.60 0.20 0.40 0.15'

test('four corners among the rectangles of another program are the smallest rectangle around them', async () => {
  const kinds = await kindsIn([...RECTANGLES, QUADRANGLE])

  expect(kinds.slice(2)).toEqual(['box', 'rotated-box'])
})

test('four corners are an outline where any others are none of a rectangle, or lines have more corners', async () => {
  expect(await kindsIn([QUADRANGLE, QUADRANGLE, ...RECTANGLES.slice(1)])).toContain('polygon')
  expect(await kindsIn([...RECTANGLES, QUADRANGLE, `${QUADRANGLE} 0.3 0.1`])).toContain('polygon')
  expect(await kindsIn([...RECTANGLES.slice(2), RECTANGLES[2] ?? '', QUADRANGLE])).toContain('polygon')
})

test('four corners that span no area stay what the file says', async () => {
  expect(await kindsIn([...RECTANGLES, '1 0.1 0.1 0.2 0.2 0.3 0.3 0.4 0.4'])).toContain('polygon')
})

test('outlines of four corners come back as outlines from a format of outlines', async () => {
  const shapes = [polygonShape(CRATE, [20, 10, 90, 20, 70, 80, 30, 60])]
  const files = yolov8.files(sourceOf(versionOf({ projectType: 'instance-segmentation' }), [imageOf({ shapes })]))

  const found = await importWith(yolo, labelFiles(await contentsOf(files)))

  expect(objectsOf(found.images[0], { frame: FRAME })).toMatchObject([{ kind: 'polygon' }])
})

test('the corners of NDJSON are oriented boxes where it calls them so', async () => {
  const corners = QUADRANGLE.split(' ').map(Number)
  const text = (annotations: object) =>
    `${JSON.stringify({ type: 'dataset', task: 'obb', class_names: { 0: 'sail', 1: 'crate' } })}\n${JSON.stringify({ type: 'image', file: 'a.jpg', width: 200, height: 100, split: 'train', annotations })}\n`
  const kind = async (annotations: object) => {
    const found = await importWith(ndjson, labelFiles({ 'all.ndjson': text(annotations) }))
    return objectsOf(found.images[0], { frame: FRAME })
  }

  expect(await kind({ obb: [corners] })).toMatchObject([{ kind: 'rotated-box' }])
  expect(await kind({ segments: [corners] })).toMatchObject([{ kind: 'polygon' }])
})

async function kindsIn(lines: readonly string[]): Promise<readonly string[]> {
  const found = await importWith(
    yolo,
    labelFiles({ 'data.yaml': 'names: [sail, crate]\n', 'labels/a.txt': lines.join('\n') }),
  )
  return objectsIn(found).map(({ kind }) => kind)
}

function objectsIn({ images }: Found, type: ProjectType = 'object-detection') {
  const objects = objectsOf(images[0], { frame: FRAME, type })
  if (typeof objects === 'string') throw new Error(objects)
  return objects
}
