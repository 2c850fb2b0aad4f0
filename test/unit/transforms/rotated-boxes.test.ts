import { describe, expect, test } from 'vitest'
import type { RotatedBoxShape } from '#common/annotation/shape'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import { ClassId, ImageId, ShapeId } from '#common/ids'
import type { Augmentation } from '#common/versions/augmentation'
import type { Preprocessing } from '#common/versions/preprocessing'
import type { RenderedImage, RenderSource } from '#core/versions/ports'
import { dota } from '#formats/exporters/dota'
import { yolov8Obb } from '#formats/exporters/oriented'
import { CRATE, imageOf, sourceOf, textsOf, versionOf } from '#test/unit/formats/exporters/kit'
import { renderAll, write } from './marked-image.ts'

/** An image of 4:3 whose sides are no multiples of each other, so that whole pixels never keep its proportions. */
const FRAME = { width: 161, height: 121 }
const classId = ClassId.parse(CRATE)

const BOXES = [20, 35, 65, 110, 155].map((angle, place): RotatedBoxShape => {
  const center = { x: 35 + 22 * place, y: 45 + 7 * place }
  const id = ShapeId.parse(`rotated0${place}`)
  return { id, classId, z: place, origin: 'hand', kind: 'rotated-box', box: { center, width: 24, height: 10, angle } }
})

const RECIPES: Readonly<
  Record<string, { readonly preprocessing: Preprocessing; readonly augmentation: Augmentation }>
> = {
  'Stretch to': { preprocessing: { resize: { width: 64, height: 64, format: 'Stretch to' } }, augmentation: {} },
  'Fit with edges, which rounds a side': {
    preprocessing: { resize: { width: 100, height: 100, format: 'Fit (black edges) in' } },
    augmentation: {},
  },
  shear: { preprocessing: {}, augmentation: { shear: { horizontal: 20, vertical: 12 } } },
  mosaic: { preprocessing: {}, augmentation: { mosaic: true } },
  'several steps': {
    preprocessing: { resize: { width: 96, height: 80, format: 'Stretch to' } },
    augmentation: { rotate: { degrees: 20 }, shear: { horizontal: 15, vertical: 15 } },
  },
}

describe.each(Object.entries(RECIPES))('after %s', (_, { preprocessing, augmentation }) => {
  test('a rotated box is still one, and no format of oriented boxes writes it upright', async () => {
    const source = await painted()
    const others = [1, 2, 3].map(() => ({ source, part: 0 }))
    const settings = { preprocessing: { 'auto-orient': true as const, ...preprocessing }, augmentation }

    const made = await renderAll({ source, settings, wanted: [{ part: 0, variant: 1, others }] })

    for (const image of made) {
      const whole = image.shapes.filter(({ kind }) => kind !== 'polygon')
      expect(whole.length).toBeGreaterThan(0)
      expect(new Set(whole.map(({ kind }) => kind))).toEqual(new Set(['rotated-box']))
      for (const ring of [...(await dotaCorners(image)), ...(await yoloCorners(image))])
        expect(isUpright(ring)).toBe(false)
    }
  })
})

async function painted(): Promise<RenderSource> {
  const path = await write({ ...FRAME, shapes: BOXES, ink: 255, orientation: 1 })
  return { imageId: ImageId.parse('imageAAAA1'), path, ...FRAME, shapes: BOXES }
}

async function dotaCorners({ width, height, shapes }: RenderedImage): Promise<readonly (readonly number[])[]> {
  const image = imageOf({ width, height, shapes, fileName: 'quay.jpg' })
  const texts = await textsOf(dota.files(sourceOf(versionOf(), [image])))
  return cornersIn(texts['train/labelTxt/quay.txt'] ?? '', 0)
}

async function yoloCorners({ width, height, shapes }: RenderedImage): Promise<readonly (readonly number[])[]> {
  // Corners beyond the edge are moved to it here, so only what lies inside is looked at.
  const inside = shapes.filter((shape) => {
    if (shape.kind !== 'rotated-box') return false
    const ring = rotatedBoxRing(shape.box)
    return ring.every((value, i) => value > 0 && value < (i % 2 === 0 ? width : height))
  })
  const image = imageOf({ width, height, shapes: inside, fileName: 'quay.jpg' })
  const texts = await textsOf(yolov8Obb.files(sourceOf(versionOf(), [image])))
  return cornersIn(texts['train/labels/quay.txt'] ?? '', 1)
}

function cornersIn(text: string, from: number): readonly (readonly number[])[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) =>
    line
      .split(' ')
      .slice(from, from + 8)
      .map(Number),
  )
}

/** Whether two neighboring corners share a row, and the next two a column, or the other way round. */
function isUpright([x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): boolean {
  return (y0 === y1 && x1 === x2) || (x0 === x1 && y1 === y2)
}
