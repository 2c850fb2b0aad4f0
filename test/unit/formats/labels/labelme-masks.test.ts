import { expect, test } from 'vitest'
import { maskOfRings } from '#common/geometry/mask-forms'
import { sentenceOf } from '#common/messages/sentence'
import { greyPng, rgbPng } from '#formats/kit/png'
import { readAnnotations } from '#formats/labels/registry'

const FRAME = { width: 200, height: 100 }
const IMAGE = { name: 'bay.jpg', frame: FRAME, type: 'instance-segmentation' } as const

/** The objects of a LabelMe file with these shapes, or why it is refused. */
function read(...shapes: readonly object[]) {
  const text = JSON.stringify({ version: '5.5.0', flags: {}, imagePath: 'bay.jpg', imageData: null, shapes })
  const found = readAnnotations({ name: 'bay.json', text, labelmap: new Map() }, IMAGE)
  return found.ok ? found.value : sentenceOf(found.error)
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const PNG = base64(await greyPng(Uint8Array.of(0, 1, 255, 0, 1, 255), { width: 3, height: 2 }))

function mask(png: unknown, x = 10, y = 20) {
  const points = [
    [x, y],
    [x + 2, y + 1],
  ]
  return { label: 'crate', shape_type: 'mask', points, mask: png, flags: {}, group_id: null }
}

test('a mask is its pixels, beside shapes of other kinds', () => {
  const line = {
    label: 'rope',
    shape_type: 'line',
    points: [
      [1, 2],
      [3, 4],
    ],
  }

  expect(read(mask(PNG), line)).toMatchObject([
    { className: 'crate', kind: 'mask', tiles: maskOfRings([[11, 20, 13, 20, 13, 22, 11, 22]], FRAME) },
    { className: 'rope', kind: 'polyline' },
  ])
})

test.each([
  ['leaves the image', mask(PNG, 199), 'the mask of shape 1 lies outside the image'],
  ['begins before the image', mask(PNG, -1), 'the mask of shape 1 lies outside the image'],
  ['lies where nothing can', mask(PNG, 1e300), 'the mask of shape 1 lies outside the image'],
  ['is cut off', mask(PNG.slice(0, 24)), 'the mask of shape 1 is damaged: the PNG is cut off'],
  ['is none', mask(null), 'the mask of shape 1 is empty'],
])('a mask that %s is refused', (_, shape, sentence) => {
  expect(read(shape)).toBe(`bay.json: ${sentence}`)
})

test('a mask larger than its image is not unpacked', async () => {
  const large = base64(await greyPng(new Uint8Array(201 * 100), { width: 201, height: 100 }))

  expect(read(mask(large, 0, 0))).toBe('bay.json: the mask of shape 1 is damaged: the PNG is larger than the image')
})

test('a mask with colours is refused', async () => {
  const coloured = base64(await rgbPng(new Uint8Array(3), { width: 1, height: 1 }))

  expect(read(mask(coloured))).toBe('bay.json: the mask of shape 1 has colors')
})
