import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box } from '#common/geometry/box'
import { fillRings, maskArea, maskBounds } from '#common/geometry/mask'
import { encodeMask, runLengthsToText } from '#common/geometry/rle'
import { sam } from '#formats/exporters/sam'
import type { NamedImage } from '#formats/kit/files'
import { boxShape, CRATE, imageOf, polygonShape, SPOON, sourceOf, textsOf, versionOf } from './kit.ts'

interface SamFile {
  readonly image: { readonly image_id: number }
  readonly annotations: readonly {
    readonly id: number
    readonly segmentation: { readonly size: readonly number[]; readonly counts: string }
    readonly bbox: readonly number[]
    readonly area: number
    readonly point_coords: readonly (readonly [number, number])[]
    readonly label: string
  }[]
}

test.each([
  { width: 6, height: 4, box: [1, 1, 4, 3], counts: '5220007', area: 6 },
  { width: 10, height: 5, box: [3, 1, 4, 5], counts: '`04n0', area: 4 },
  { width: 4, height: 4, box: [0, 0, 2, 1], counts: '01308', area: 2 },
  { width: 4, height: 4, box: [1, 0, 3, 4], counts: '484', area: 8 },
] as const)(
  '$box in $width × $height has the run lengths $counts of COCO',
  async ({ width, height, box, ...expected }) => {
    const image = imageOf({ width, height, shapes: [boxShape(CRATE, box)] })

    const [annotation] = (await filesOf([image]))[0]?.annotations ?? []

    expect(annotation).toMatchObject({
      segmentation: { size: [height, width], counts: expected.counts },
      area: expected.area,
    })
  },
)

const [width, height] = [23, 17]
/** On quarters of pixels, where moving an outline loses no precision. */
const corner = fc.tuple(fc.nat(width * 4), fc.nat(height * 4)).map(([x, y]) => [x / 4, y / 4])

test('the mask is that of the outline wherever it lies, and its point is inside', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(corner, { minLength: 3, maxLength: 6 }), async (corners) => {
      const ring = corners.flat()
      const expected = fillRings([ring], { width, height })
      const [file] = await filesOf([imageOf({ width, height, shapes: [polygonShape(SPOON, ring)] })])

      for (const { segmentation, bbox, area, point_coords } of file?.annotations ?? []) {
        expect(segmentation.counts).toBe(runLengthsToText(encodeMask(expected)))
        expect(area).toBe(maskArea(expected))
        expect(bbox).toEqual(cornerAndSize(maskBounds(expected)))
        expect(point_coords.map(([x, y]) => expected.data[Math.floor(y) * width + Math.floor(x)])).toEqual([1])
      }
    }),
  )
})

test('a hole is no part of the mask', async () => {
  const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]
  const [file] = await filesOf([imageOf({ shapes: [polygonShape(SPOON, square(10, 10, 30), square(20, 20, 10))] })])

  expect(file?.annotations).toMatchObject([{ bbox: [10, 10, 30, 30], area: 800, label: 'Loffel' }])
})

test('what passes between all centres of pixels has no mask', async () => {
  const sliver = polygonShape(CRATE, [0, 0.6, 1.4, 0.6, 1.4, 1.6, 1.39, 1.6, 1.39, 0.61, 0, 0.61])
  const [file] = await filesOf([imageOf({ shapes: [sliver, boxShape(CRATE, [10, 10, 20, 20])] })])

  expect(file?.annotations.map(({ id, area }) => [id, area])).toEqual([[1, 100]])
})

test('images and masks are counted through all splits', async () => {
  const shapes = [boxShape(CRATE, [0, 0, 10, 10]), boxShape(SPOON, [20, 0, 30, 10])]
  const images = [
    imageOf({ fileName: 'a.jpg', shapes }),
    imageOf({ fileName: 'b.jpg' }),
    imageOf({ fileName: 'c.jpg', split: 'test', shapes }),
  ]

  const files = await filesOf(images)

  const numbers = files.map(({ image, annotations }) => [image.image_id, annotations.map(({ id }) => id)])
  expect(numbers).toEqual([
    [1, [1, 2]],
    [2, []],
    [3, [3, 4]],
  ])
})

function cornerAndSize(box: Box | undefined) {
  return box && [box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0]
}

async function filesOf(images: readonly NamedImage[]): Promise<SamFile[]> {
  const version = versionOf({ projectType: 'instance-segmentation', counts: { train: 2, valid: 0, test: 1 } })
  const texts = await textsOf(sam.files(sourceOf(version, images)))
  return Object.entries(texts).flatMap(([path, text]) => (path.endsWith('.json') ? [JSON.parse(text)] : []))
}
