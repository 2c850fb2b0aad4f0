import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { brand } from '#common/border'
import type { PixelFacts, TileState } from '#common/contract/pixels'
import type { Orientation } from '#common/geometry/affine'
import { type TilePyramid, tileBox } from '#common/geometry/tiles'
import type { BlobHash } from '#common/ids'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import { imageFiles } from '#storage/blobs/images'
import type { CutImage, MadePixels } from '#storage/blobs/tiles/cut-image'
import { type ImageTiles, imageTiles } from '#storage/blobs/tiles/tile-store'
import { PATIENCE_MS } from '../../../../kit/patience.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'tessera-test-'))

beforeAll(() => () => rmSync(FOLDER, { recursive: true }))

let made = 0

/** An image on disk, under a hash of its own. */
async function stored(make: (path: string) => Promise<unknown>): Promise<CutImage> {
  made += 1
  const blob = brand<BlobHash>(String(made).padStart(64, '0'))
  const path = join(FOLDER, blob)
  await make(path)
  return { blob, path }
}

function opened(): { tiles: ImageTiles; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  const tiles = imageTiles(folder)
  onTestFinished(() => {
    tiles.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { tiles, folder }
}

async function settled(tiles: ImageTiles, image: CutImage): Promise<PixelFacts> {
  await tiles.facts(image, true)
  return vi.waitFor(
    async () => {
      const facts = await tiles.facts(image, false)
      expect(facts.tiles.state).not.toBe('preparing')
      return facts
    },
    { timeout: PATIENCE_MS, interval: 50 },
  )
}

function pyramidOf(state: TileState): TilePyramid {
  if (state.state !== 'ready') throw new Error(JSON.stringify(state))
  return state.pyramid
}

/** Pixels as a browser decodes them. */
async function decoded(pixels: MadePixels | undefined) {
  if (pixels === undefined) throw new Error('There is no such tile')
  const image = sharp('path' in pixels ? pixels.path : Buffer.from(pixels.bytes)).autoOrient()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, ...info }
}

/** 16-bit gray whose samples tell the place. */
function deepRamp(width: number, height: number, orientation?: Orientation) {
  const samples = Uint16Array.from({ length: width * height }, (_, i) => (i % width) * 8 + Math.floor(i / width) * 300)
  const grey = sharp(samples, { raw: { width, height, channels: 1 } }).toColourspace('grey16')
  return orientation === undefined ? grey : grey.withMetadata({ orientation })
}

test.each<Orientation>([1, 4, 6, 7])(
  'tiles of an image with 16 bits, turned by %i, are upright and show the samples of the window',
  async (orientation) => {
    const { tiles } = opened()
    const image = await stored((path) => deepRamp(2130, 40, orientation).tiff({ compression: 'lzw' }).toFile(path))
    const whole = await sharp(image.path).autoOrient().toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
    const samples = new Uint16Array(whole.buffer, whole.byteOffset, whole.length / 2)
    const width = orientation > 4 ? 40 : 2130

    const pyramid = pyramidOf((await settled(tiles, image)).tiles)
    const place = { level: 0, column: 4, row: 0 }
    const box = tileBox(pyramid, place)
    const tile = await decoded(await tiles.tile(image, place, { from: 1000, to: 9000 }))

    expect([tile.width, tile.height]).toEqual([box.x1 - box.x0, box.y1 - box.y0])
    for (const [x, y] of [
      [0, 0],
      [3, 5],
      [tile.width - 1, 0],
      [tile.width - 1, tile.height - 1],
    ] as const) {
      const sample = samples[((box.y0 + y) * width + box.x0 + x) * 3] ?? 0
      const shown = Math.min(255, Math.max(0, ((sample - 1000) * 255) / 8000))
      expect(Math.abs((tile.data[(y * tile.width + x) * tile.channels] ?? 0) - shown)).toBeLessThanOrEqual(1)
    }
  },
)

test('an image of more than 16 million pixels is cut upright, with all its levels, and kept', async () => {
  const { tiles, folder } = opened()
  const red = {
    input: { create: { width: 40, height: 30, channels: 3, background: '#f00' } },
    left: 5000,
    top: 100,
  } as const
  const image = await stored((path) =>
    sharp({ create: { width: 5100, height: 3200, channels: 3, background: '#040' } })
      .composite([red])
      .withMetadata({ orientation: 6 })
      .tiff({ compression: 'lzw' })
      .toFile(path),
  )
  expect(await tiles.facts(image, false)).toEqual({ pages: 1, depth: null, tiles: { state: 'absent' } })

  const facts = await settled(tiles, image)
  const pyramid = pyramidOf(facts.tiles)
  const place = { level: 0, column: 9, row: 0 }
  const box = tileBox(pyramid, place)
  const tile = await decoded(await tiles.tile(image, place))
  // Pixels at 5000…5040 × 100…130 of the file are shown at 3070…3100 × 5000…5040.
  const at = (x: number, y: number) => [
    ...tile.data.subarray(((y - box.y0) * tile.width + x - box.x0) * 3).subarray(0, 3),
  ]

  expect(pyramid).toEqual({ stored: { width: 5100, height: 3200 }, orientation: 6, levels: 5 })
  expect([tile.width, tile.height]).toEqual([box.x1 - box.x0, box.y1 - box.y0])
  expect(at(3085, 5020).map((value) => Math.round(value / 16))).toEqual([16, 0, 0])
  expect(at(3060, 5020).map((value) => Math.round(value / 16))).toEqual([0, 4, 0])
  expect(await tiles.tile(image, { level: 4, column: 0, row: 0 })).toMatchObject({ type: 'image/jpeg' })
  expect(await tiles.tile(image, { level: 5, column: 0, row: 0 })).toBeUndefined()
  await tiles.sweep(new Set([image.blob]))
  expect(await imageTiles(folder).facts(image, false)).toEqual(facts)
  await tiles.sweep(new Set())
  expect(readdirSync(join(folder, 'tiles', image.blob.slice(0, 2)))).toEqual([])
})

test('an image that is small enough is not cut', async () => {
  const { tiles } = opened()
  const image = await stored((path) =>
    sharp({ create: { width: 5000, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toFile(path),
  )

  expect(await tiles.facts(image, true)).toEqual({ pages: 1, depth: null, tiles: { state: 'none' } })
})

test('what 16-bit samples hold is told in units of the file', async () => {
  const { tiles } = opened()
  const image = await stored((path) => deepRamp(100, 20).png().toFile(path))

  const { depth } = await tiles.facts(image, false)
  const screen = await decoded(await tiles.screen(image, { from: 0, to: 800 }))

  expect(depth).toMatchObject({ lowest: 0, highest: 99 * 8 + 19 * 300 })
  expect(depth?.window.from).toBeGreaterThan(0)
  expect(depth?.window.to).toBeLessThan(99 * 8 + 19 * 300)
  expect(depth?.histogram.reduce((sum, count) => sum + count)).toBe(100 * 20)
  expect(
    [...screen.data.subarray(0, screen.channels * 101)].filter((_, i) => i % (50 * screen.channels) === 0),
  ).toEqual([0, 128, 96])
})

test('the thumbnail of a dark 16-bit image shows what is on it', async () => {
  const { blob, path } = await stored((to) =>
    deepRamp(100, 20).linear(0.05, 0).toColourspace('grey16').png().toFile(to),
  )
  const cache = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  onTestFinished(() => rmSync(cache, { recursive: true }))

  const probed = await imageFiles(cache, MAX_IMAGE_PIXELS).probe(path, blob)
  const thumb = await sharp(join(cache, 'thumb', '00', `${blob}.webp`)).stats()

  expect(probed).toMatchObject({ ok: true, value: { width: 100, height: 20 } })
  expect(thumb.channels[0]).toMatchObject({ min: expect.toSatisfy(isDark), max: expect.toSatisfy(isBright) })
})

const isDark = (value: number) => value < 20
const isBright = (value: number) => value > 235

test('a damaged image says why it is not cut, and leaves nothing behind', async () => {
  const { tiles, folder } = opened()
  const image = await stored(async (path) => {
    const whole = await sharp({ create: { width: 4200, height: 4000, channels: 3, background: '#248' } })
      .png()
      .toBuffer()
    writeFileSync(path, whole.subarray(0, whole.length / 2))
  })

  const facts = await settled(tiles, image)

  expect(facts.tiles).toMatchObject({ state: 'failed', reason: { code: 'file-of-kind-damaged' } })
  expect(existsSync(join(folder, 'tiles'))).toBe(false)
  expect(readdirSync(join(folder, 'tiles-incoming'))).toEqual([])
})

test('an image is not half cut when the program ends meanwhile', async () => {
  const { tiles, folder } = opened()
  const image = await stored((path) =>
    sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#248' } })
      .tiff({ compression: 'lzw' })
      .toFile(path),
  )
  await tiles.facts(image, true)
  await vi.waitFor(() => expect(readdirSync(join(folder, 'tiles-incoming'))).toHaveLength(1), { timeout: PATIENCE_MS })

  tiles.close()
  await vi.waitFor(async () => expect((await tiles.facts(image, false)).tiles.state).toBe('failed'), {
    timeout: PATIENCE_MS,
  })

  expect(existsSync(join(folder, 'tiles'))).toBe(false)
  const again = imageTiles(folder)
  onTestFinished(() => again.close())
  expect((await again.facts(image, false)).tiles).toEqual({ state: 'absent' })
})
