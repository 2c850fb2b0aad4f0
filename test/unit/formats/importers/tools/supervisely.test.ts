import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { maskBitmap } from '#common/geometry/mask-forms'
import { supervisely } from '#formats/importers/tools/supervisely'
import { greyPng, palettePng, rgbaPng } from '#formats/kit/png'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const SIZE = { width: 3, height: 2 }
const PIXELS = Uint8Array.of(0, 1, 1, 1, 0, 0)

/** On an image of 200 × 100. */
async function read(data: string, origin: readonly number[] = [20, 10]) {
  const object = { classTitle: 'sail', geometryType: 'bitmap', points: { exterior: [], interior: [] } }
  const document = { tags: [], size: { height: 100, width: 200 }, objects: [{ ...object, bitmap: { data, origin } }] }
  return importWith(supervisely, labelFiles({ 'ds/ann/bay.jpg.json': JSON.stringify(document) }))
}

function packed(png: Uint8Array): string {
  return deflateSync(png).toString('base64')
}

describe('bitmaps of Supervisely', () => {
  test.each([
    ['places of colours', palettePng(PIXELS, Uint8Array.of(0, 0, 0, 255, 255, 255), SIZE)],
    [
      'grey levels',
      greyPng(
        PIXELS.map((value) => value * 255),
        SIZE,
      ),
    ],
    ['opaque pixels', rgbaPng(Uint8Array.from([...PIXELS].flatMap((value) => [9, 9, 9, value * 255])), SIZE)],
  ])('are read pixel by pixel from their origin: %s', async (_, png) => {
    const found = await read(packed(await png))

    const [object] = objectsOf(found.images[0])
    if (typeof object !== 'object' || object.kind !== 'mask') throw new Error('No mask')
    const { mask, left, top } = maskBitmap(object.tiles)
    expect({ className: object.className, left, top, pixels: [...mask.data] }).toEqual({
      className: 'sail',
      left: 20,
      top: 10,
      pixels: [...PIXELS],
    })
  })

  test('that do not lie in the image, or are larger than it, are refused by their object', async () => {
    const png = packed(await greyPng(PIXELS, SIZE))
    const large = packed(await greyPng(new Uint8Array(201), { width: 201, height: 1 }))

    await expect(reasonOf(png, [198, 10])).resolves.toContain('the bitmap of object 1 lies outside the image')
    await expect(reasonOf(png, [-1, 10])).resolves.toContain('the bitmap of object 1 lies outside the image')
    await expect(reasonOf(large, [0, 0])).resolves.toContain(
      'the bitmap of object 1 is damaged: the PNG is larger than the image',
    )
  })

  test('that cannot be read say so', async () => {
    // Nothing of it is opaque.
    const coloured = packed(await rgbaPng(new Uint8Array(24), SIZE))

    await expect(reasonOf('bm9uZQ==')).resolves.toContain('the bitmap of object 1 is damaged: it cannot be unpacked')
    await expect(reasonOf(packed(Buffer.from('none')))).resolves.toContain(
      'the bitmap of object 1 is damaged: the PNG is not a PNG file',
    )
    await expect(reasonOf(coloured)).resolves.toContain('the mask of object 1 is empty')
  })
})

async function reasonOf(data: string, origin?: readonly number[]) {
  const { images } = await read(data, origin)
  return objectsOf(images[0])
}

const SUPERVISELY = {
  description: '',
  tags: [],
  size: { height: 100, width: 200 },
  objects: [
    {
      classTitle: 'crate',
      geometryType: 'rectangle',
      points: {
        exterior: [
          [20, 10],
          [80, 50],
        ],
        interior: [],
      },
    },
  ],
}
const META = { 'meta.json': JSON.stringify({ classes: [{ title: 'crate' }], tags: [] }) }

test('a file of Supervisely for each image; one without objects leaves it unlabelled', async () => {
  expect(
    await saidBy(supervisely, {
      ...META,
      'ds0/ann/bay.jpg.json': JSON.stringify(SUPERVISELY),
      'ds0/ann/quay.jpg.json': JSON.stringify({ ...SUPERVISELY, objects: [] }),
    }),
  ).toEqual(ONE_CRATE)
})

test('one annotation of another kind costs itself alone', async () => {
  const objects = [{ classTitle: 'odd', geometryType: 'cuboid' }, ...SUPERVISELY.objects]

  expect(
    await saidBy(supervisely, {
      ...META,
      'ds0/ann/bay.jpg.json': JSON.stringify({ ...SUPERVISELY, objects }),
    }),
  ).toMatchObject(ONE_LEFT_OUT)
})
