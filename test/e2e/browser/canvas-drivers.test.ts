import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOOKS } from '#renderer/canvas/looks'
import { type OpenCanvasPage, openCanvasPage } from '../../kit/canvas/open-page.ts'
import type { CanvasPage } from '../../kit/canvas/page.ts'
import type { ExampleName } from '../../kit/canvas/scenes.ts'
import { differing, type Pixels, pixelsOf } from '../../kit/pixels.ts'

declare const canvasPage: CanvasPage

/** Folder of the golden images; `UPDATE_GOLDEN=1` rewrites them as the CPU draws them. */
const GOLDEN = join(import.meta.dirname, '../../golden/canvas')

/** The drivers antialias differently: a channel of a pixel may differ by this much… */
const TOLERANCE = 40
/** …in this fraction of the pixels. */
const SHARE = 0.015

/** The color below the shapes, as red, green and blue. */
const GROUND = [0x6b, 0x70, 0x75] as const

const NAMES = [
  'boxes',
  'polygons',
  'polygons on a dense screen',
  'selected',
  'proposals',
  'crowd',
  'crowd from afar',
  'masks',
  'skeletons',
  'locked',
  'image at 30 %',
  'image at 100 %',
  'image at 800 %',
  'image with adjustments',
  'image, green alone',
  'image with local contrast',
  'image with local contrast at 300 %',
  'image with local contrast of blue in a window, inverted',
  'tiles over a coarse image',
] as const satisfies readonly ExampleName[]

let canvas: OpenCanvasPage

beforeAll(async () => {
  canvas = await openCanvasPage()
})

afterAll(() => canvas.close())

test.each(NAMES)('both drivers draw the golden image: %s', async (name) => {
  const soft = pngOf(await canvas.page.evaluate((each) => canvasPage.drawn(each, 'soft'), name))
  const gpu = pngOf(await canvas.page.evaluate((each) => canvasPage.drawn(each, 'gpu'), name))
  const file = join(GOLDEN, `${name.replaceAll(/ %|,/g, '').replaceAll(' ', '-')}.png`)
  if (process.env['UPDATE_GOLDEN'] === '1') await write(file, soft)

  const golden = await pixelsOf(await readFile(file))

  expect(differing(await pixelsOf(soft), golden, TOLERANCE)).toBeLessThan(SHARE)
  expect(differing(await pixelsOf(gpu), golden, TOLERANCE)).toBeLessThan(SHARE)
})

test('leaving an image before its many shapes are drawn keeps the drawing of the last one', async () => {
  const drawn = pngOf(await canvas.page.evaluate(() => canvasPage.drawn('boxes', 'soft')))
  const again = pngOf(await canvas.page.evaluate(() => canvasPage.drawnOnReturn('boxes', 'multitude')))

  expect(differing(await pixelsOf(again), await pixelsOf(drawn), 0)).toBe(0)
})

test('shapes that take long to draw appear progressively, even while the view moves', async () => {
  const seen = await canvas.page.evaluate(() => canvasPage.drawnWhileMoved('multitude', 'multitude beside'))
  const fresh = await canvas.page.evaluate(() => canvasPage.drawn('multitude beside', 'soft'))

  const [empty, part, onMove, last, whole] = await Promise.all(
    [seen.empty, seen.part, seen.onMove, seen.last, fresh].map((address) => pixelsOf(pngOf(address))),
  )

  const middle = { left: 100, top: 80, right: 220, bottom: 160 }
  const strength = (pixels: Pixels | undefined) => (pixels ? strengthIn(pixels, middle) : Number.NaN)
  expect(strength(empty)).toBe(0)
  expect(strength(part)).toBeGreaterThan(0)
  expect(strength(onMove)).toBe(strength(part))
  expect(strength(last)).not.toBe(strength(part))
  expect(strength(last)).toBe(strength(whole))
})

test.each(['soft', 'gpu'] as const)('from afar the %s driver draws locked shapes as dim as nearby', async (kind) => {
  const drawn = await canvas.page.evaluate((by) => canvasPage.drawn('crowd from afar', by), kind)

  const pixels = await pixelsOf(pngOf(drawn))

  const free = strengthIn(pixels, { left: 119, top: 109, right: 157, bottom: 123 })
  const locked = strengthIn(pixels, { left: 119, top: 133, right: 157, bottom: 147 })
  expect(locked / free).toBeCloseTo(LOOKS.locked.opacity, 1)
})

test.each(['soft', 'gpu'] as const)(
  'at 6,400 % the %s driver draws a far corner where it is drawn in hand',
  async (kind) => {
    const drawn = await canvas.page.evaluate((by) => canvasPage.drawn('corner at 6,400 %', by), kind)
    const drawnInHand = await canvas.page.evaluate(() => canvasPage.drawnInHand('corner at 6,400 %'))

    const still = await pixelsOf(pngOf(drawn))
    const inHand = await pixelsOf(pngOf(drawnInHand))

    for (const along of [{ row: 200 }, { column: 280 }])
      expect(Math.abs(middleOfLine(still, along) - middleOfLine(inHand, along))).toBeLessThan(0.51)
  },
)

function pngOf(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

async function write(file: string, png: Buffer): Promise<void> {
  await mkdir(GOLDEN, { recursive: true })
  await writeFile(file, await sharp(png).png({ compressionLevel: 9, effort: 10 }).toBuffer())
}

interface Part {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns the total difference between the pixels of a part and the background. */
function strengthIn({ data, info }: Pixels, { left, top, right, bottom }: Part): number {
  let strength = 0
  for (let y = top; y < bottom; y++)
    for (let at = 3 * (y * info.width + left); at < 3 * (y * info.width + right); at++)
      strength += Math.abs((data[at] ?? 0) - (GROUND[at % 3] ?? 0))
  return strength
}

/**
 * Returns where a line crosses a row or column of pixels: the mean position of everything except the background and the
 * faint fill.
 */
function middleOfLine({ data, info }: Pixels, along: { readonly row: number } | { readonly column: number }): number {
  const isRow = 'row' in along
  const places = Array.from({ length: isRow ? info.width : info.height }, (_, i) => i)
  const weights = places.map((i) => {
    const start = 3 * (isRow ? along.row * info.width + i : i * info.width + along.column)
    return Math.max(0, Math.abs((data[start] ?? 0) - GROUND[0]) - 30)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return places.reduce((sum, place, i) => sum + (place + 0.5) * (weights[i] ?? 0), 0) / total
}
