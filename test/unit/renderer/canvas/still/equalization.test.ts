import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalizePixels } from '#renderer/canvas/soft/equalize-pixels'
import { windowTable } from '#renderer/canvas/still/adjust'
import type { Channel } from '#renderer/canvas/still/channel'
import {
  type Equalization,
  equalizationOf,
  type RgbaPixels,
  TILES,
  tileHistograms,
  VALUES,
} from '#renderer/canvas/still/equalization'

type Color = readonly [red: number, green: number, blue: number]

function painted(width: number, height: number, colorAt: (x: number, y: number) => Color): RgbaPixels {
  const colors = Array.from({ length: width * height }, (_, i) => colorAt(i % width, Math.floor(i / width)))
  return { width, height, data: Uint8ClampedArray.from(colors.flatMap((color) => [...color, 255])) }
}

const grey = (value: number): Color => [value, value, value]

const tablesOf = (equalization: Equalization) =>
  Array.from({ length: TILES * TILES }, (_, tile) => [...equalization.subarray(tile * VALUES, (tile + 1) * VALUES)])

const equalized = (pixels: RgbaPixels, channel: Channel = 'all', window?: { from: number; to: number }) =>
  equalizationOf(tileHistograms(pixels, channel), windowTable(window))

const byte = fc.nat(255)
const images = fc
  .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
  .chain(({ width, height }) =>
    fc
      .array(fc.tuple(byte, byte, byte), { minLength: width * height, maxLength: width * height })
      .map((colors) => painted(width, height, (x, y) => colors[y * width + x] ?? grey(0))),
  )
const channels = fc.constantFrom('all' as const, 'red' as const, 'green' as const, 'blue' as const)

test('in every part of any image black and white stay, and the order of brightness is kept', () => {
  fc.assert(
    fc.property(images, channels, (pixels, channel) => {
      for (const table of tablesOf(equalized(pixels, channel))) {
        expect([table[0], table[VALUES - 1]]).toEqual([0, 255])
        expect(table).toEqual(table.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 40 },
  )
})

test('images with the same pixels get the same tables', () => {
  fc.assert(
    fc.property(images, channels, ({ data, ...size }, channel) => {
      expect(equalized({ ...size, data: data.slice() }, channel)).toEqual(equalized({ ...size, data }, channel))
    }),
    { numRuns: 20 },
  )
})

test('a flat area stays flat and nearly as bright', () => {
  for (const value of [0, 1, 20, 128, 250, 255]) {
    const shown = whole(painted(64, 64, () => grey(value)))

    expect(new Set(shown).size).toBe(value === 255 ? 1 : 2)
    expect(Math.abs((shown[0] ?? 0) - value)).toBeLessThanOrEqual(3)
  }
})

test('a dark corner gains contrast, by little more than a factor of four', () => {
  const pixels = painted(256, 256, (x, y) => grey(x < 128 && y < 128 ? 10 + ((x + y) % 16) : (x + y) % 256))
  const before = spread(pixels.data)

  const after = spread(whole(pixels))

  expect(after / before).toBeGreaterThan(3)
  expect(after / before).toBeLessThan(5.5)
})

test('colours keep their hue, and a channel shown alone is equalized by itself', () => {
  const pixels = painted(64, 64, (x, y) => [20 + 2 * ((x + y) % 10), 10 + ((x + y) % 10), 0])

  const shown = whole(pixels)

  expect(shown[36] ?? 0).toBeGreaterThan(pixels.data[36] ?? 0)
  for (let at = 0; at < shown.length; at += 4)
    expect(Math.abs((shown[at] ?? 0) / 2 - (shown[at + 1] ?? 0))).toBeLessThanOrEqual(1)
  expect(equalized(pixels, 'red')).toEqual(
    equalized(
      painted(64, 64, (x, y) => grey(20 + 2 * ((x + y) % 10))),
      'all',
    ),
  )
  expect(equalized(pixels, 'blue')).toEqual(
    equalized(
      painted(64, 64, () => grey(0)),
      'all',
    ),
  )
})

test('a window gives the same contrast as pixels rendered through it', () => {
  const window = { from: 0.2, to: 0.5 }
  const pixels = painted(64, 64, (x, y) => grey((x * 3 + y * 5) % 256))
  const made = {
    ...pixels,
    data: pixels.data.map((value, i) => (i % 4 === 3 ? 255 : (windowTable(window)[value] ?? 0))),
  }

  expect(equalized(pixels, 'green', window)).toEqual(equalized(made, 'green'))
  expect(equalized(pixels, 'green', window)).not.toEqual(equalized(pixels, 'green'))
})

test('transparent pixels do not affect the rest of an image', () => {
  const half = painted(16, 16, (x) => grey(x * 8))
  const clear = { ...half, data: half.data.map((value, i) => (i % 4 === 3 && i % 8 === 7 ? 0 : value)) }
  const other = { ...clear, data: clear.data.map((value, i) => (i % 8 >= 4 && i % 4 < 3 ? 99 : value)) }

  expect(equalized(other)).toEqual(equalized(clear))
})

test('an image point looks the same wherever it is on the screen', () => {
  const image = painted(40, 30, (x, y) => grey((x * 6 + y * 3) % 256))
  const equalization = equalized(image)
  const strength = 0.7
  const frame = { width: 40, height: 30 }
  const all = { ...image, data: image.data.slice() }
  equalizePixels(all, {
    equalization,
    strength,
    place: { viewport: { scale: 1, offsetX: 0, offsetY: 0 }, density: 1, frame },
  })
  const window = painted(10, 8, (x, y) => grey(((x + 22) * 6 + (y + 15) * 3) % 256))
  const viewport = { scale: 0.5, offsetX: -11, offsetY: -7.5 }

  equalizePixels(window, { equalization, strength, place: { viewport, density: 2, frame } })

  const cut = painted(10, 8, (x, y) => grey(all.data[4 * ((y + 15) * 40 + x + 22)] ?? 0))
  expect(window.data).toEqual(cut.data)
})

/** Returns the image with full local contrast, at 100 %. */
function whole({ data, width, height }: RgbaPixels): Uint8ClampedArray {
  const shown = { data: data.slice(), width, height }
  equalizePixels(shown, {
    equalization: equalized(shown),
    strength: 1,
    place: { viewport: { scale: 1, offsetX: 0, offsetY: 0 }, density: 1, frame: { width, height } },
  })
  return shown.data
}

/** Returns the difference between the brightest and darkest values in the middle of the corner. */
function spread(data: Uint8ClampedArray): number {
  const values = Array.from({ length: 64 * 64 }, (_, i) => data[4 * ((32 + (i >> 6)) * 256 + 32 + (i % 64))] ?? 0)
  return Math.max(...values) - Math.min(...values)
}
