import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { mapBox, mapPoint, type Orientation } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { RESIZE_MODES } from '#common/inference/manifest'
import type { SkippedSteps } from '#core/models/inference/operations'
import { type Framed, type Preparing, readImage } from '#inference/images/image'
import { decompressionBomb } from '../../../kit/images.ts'
import { paintedPng, storedTurned } from '../../../kit/toy-models/yolo-images.ts'

const SKIP: SkippedSteps = { autoOrient: false, contrast: false, grayscale: false, staticCrop: false }
const FRAME = { width: 640, height: 640, resize: 'letterbox' as const, padding: 114 }
const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

describe('what is found in a frame lies where it lies in the image', () => {
  const sizes = ['2130x1960', '1x5000', '5000x1', '640x640', '37x23', '1281x641']
  const cases = RESIZE_MODES.flatMap((resize) => sizes.map((size) => [resize, size] as const))

  test.each(cases)('%s of %s', async (resize, text) => {
    const [width = 0, height = 0] = text.split('x').map(Number)
    const red = middleOf({ width, height })
    const bytes = await paintedPng({ width, height }, [['red', red.x0, red.y0, red.x1, red.y1]])

    const framed = await (await readImage({ kind: 'encoded', bytes })).framed({ ...FRAME, resize })

    expect(framed.pixels).toMatchObject({ width: 640, height: 640 })
    expectNear(redInImage(framed), visible(red, framed, { width, height }))
  })

  test('a frame that is no square', async () => {
    const size = { width: 300, height: 500 }
    const bytes = await paintedPng(size, [['red', 30, 50, 90, 400]])

    const framed = await (await readImage({ kind: 'encoded', bytes })).framed({ ...FRAME, width: 512, height: 256 })

    expect(framed.content).toEqual({ x0: 179, y0: 0, x1: 332, y1: 256 })
    expectNear(redInImage(framed), { x0: 30, y0: 50, x1: 90, y1: 400 })
  })
})

describe('images are turned as they are displayed', () => {
  test.each(ORIENTATIONS)('by EXIF tag %i', async (orientation) => {
    const size = { width: 213, height: 121 }
    const bytes = await storedAs(orientation, size, { x0: 20, y0: 10, x1: 90, y1: 40 })

    const image = await readImage({ kind: 'encoded', bytes })
    const framed = await image.framed(FRAME)

    expect(image.size).toEqual(size)
    expectNear(redInImage(framed), { x0: 20, y0: 10, x1: 90, y1: 40 })
  })

  test.each(ORIENTATIONS)('with a crop of the displayed image, by EXIF tag %i', async (orientation) => {
    const size = { width: 400, height: 200 }
    const bytes = await storedAs(orientation, size, { x0: 120, y0: 60, x1: 190, y1: 90 })
    const steps = { 'static-crop': { x_min: 25, x_max: 75, y_min: 20, y_max: 80 } }

    const framed = await (await readImage({ kind: 'encoded', bytes })).framed(FRAME, { steps, skip: SKIP })

    expect(mapPoint(framed.toImage, { x: 0, y: framed.content.y0 })).toEqual({ x: 100, y: expect.closeTo(40, 0) })
    expectNear(redInImage(framed), { x0: 120, y0: 60, x1: 190, y1: 90 })
  })

  test('not when a request switches that off', async () => {
    const bytes = await storedAs(6, { width: 60, height: 100 }, { x0: 0, y0: 0, x1: 10, y1: 10 })

    const image = await readImage({ kind: 'encoded', bytes }, { skip: { ...SKIP, autoOrient: true } })

    expect(image.size).toEqual({ width: 100, height: 60 })
    expectNear(redInImage(await image.framed(FRAME)), { x0: 0, y0: 50, x1: 10, y1: 60 })
  })

  test('their fingerprint is that of the displayed pixels', async () => {
    const red = { x0: 3, y0: 2, x1: 9, y1: 7 }
    const upright = await storedPng(1, { width: 20, height: 12 }, red)
    const turned = await storedPng(6, { width: 20, height: 12 }, red)

    expect(await hashOf(upright)).toMatch(/^[0-9a-f]{40}$/)
    expect(await hashOf(turned)).toBe(await hashOf(upright))
  })
})

describe('steps of the training are done first', () => {
  const steps: Preparing['steps'] = { grayscale: true, 'static-crop': { x_min: 0, x_max: 50, y_min: 0, y_max: 100 } }

  test('and each is left out when a request switches it off', async () => {
    const bytes = await paintedPng({ width: 40, height: 20 }, [['red', 0, 0, 40, 20]])
    const image = await readImage({ kind: 'encoded', bytes })
    const frame = { ...FRAME, width: 20, height: 20 }

    const prepared = await image.framed(frame, { steps, skip: SKIP })
    const skipping = await image.framed(frame, { steps, skip: { ...SKIP, grayscale: true, staticCrop: true } })

    const [red = 0, green = 1] = prepared.pixels.data
    expect(red).toBe(green)
    expect(prepared.content).toEqual({ x0: 0, y0: 0, x1: 20, y1: 20 })
    expect(Array.from(skipping.pixels.data.subarray(3 * 200, 3 * 200 + 3))).toEqual([255, 0, 0])
    expect(skipping.content).toEqual({ x0: 0, y0: 5, x1: 20, y1: 15 })
  })
})

describe('images of every kind become 8-bit RGB', () => {
  const orange = { r: 255, g: 128, b: 0 }
  const create = (channels: 3 | 4, background: object): Sharp =>
    sharp({ create: { width: 8, height: 6, channels, background } })

  test.each<readonly [kind: string, make: () => Promise<Uint8Array>, rgb: readonly number[], tolerance: number]>([
    ['a PNG', () => create(3, orange).png().toBuffer(), [255, 128, 0], 0],
    ['16 bits', () => create(3, orange).toColourspace('rgb16').png().toBuffer(), [255, 128, 0], 1],
    ['grey', () => create(3, { r: 90, g: 90, b: 90 }).toColourspace('b-w').png().toBuffer(), [90, 90, 90], 0],
    [
      'grey of 16 bits',
      () => create(3, { r: 90, g: 90, b: 90 }).toColourspace('grey16').png().toBuffer(),
      [90, 90, 90],
      1,
    ],
    ['a palette', () => create(3, orange).png({ palette: true }).toBuffer(), [255, 128, 0], 0],
    [
      'half transparent',
      () =>
        create(4, { ...orange, alpha: 0.5 })
          .png()
          .toBuffer(),
      [128, 64, 0],
      2,
    ],
    [
      'wholly transparent',
      () =>
        create(4, { ...orange, alpha: 0 })
          .webp({ lossless: true })
          .toBuffer(),
      [0, 0, 0],
      0,
    ],
    ['a JPEG', () => create(3, orange).jpeg({ quality: 95 }).toBuffer(), [255, 128, 0], 4],
    [
      'a JPEG for print',
      () => create(3, orange).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
      [255, 128, 0],
      40,
    ],
    ['a WebP', () => create(3, orange).webp({ lossless: true }).toBuffer(), [255, 128, 0], 0],
    ['a TIFF', () => create(3, orange).tiff({ compression: 'lzw' }).toBuffer(), [255, 128, 0], 0],
  ])('%s', async (_, make, rgb, tolerance) => {
    const image = await readImage({ kind: 'encoded', bytes: await make() })

    const { data, width, height } = await image.pixels()

    expect({ width, height, length: data.length }).toEqual({ width: 8, height: 6, length: 144 })
    for (const [channel, value] of rgb.entries())
      expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThanOrEqual(tolerance)
  })

  test.each(['gif', 'webp'] as const)('of a moving %s the first image', async (format) => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        create(3, { ...rgbOf(background) })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format, { lossless: true })
      .toBuffer()

    const image = await readImage({ kind: 'encoded', bytes })

    expect(image.size).toEqual({ width: 8, height: 6 })
    expect(Array.from((await image.pixels()).data.subarray(0, 3))).toEqual([255, 0, 0])
  })
})

describe('what cannot be looked at is refused with the reason', () => {
  test.each<readonly [what: string, bytes: Uint8Array, reason: string]>([
    ['text', new TextEncoder().encode('no image'), 'it is not a readable image'],
    ['nothing', new Uint8Array(), 'it is not a readable image'],
    ['an image that would fill the memory', decompressionBomb(), 'the image has too many pixels'],
  ])('%s', async (_, bytes, reason) => {
    await expect(readImage({ kind: 'encoded', bytes })).rejects.toThrow(reason)
  })

  test('an image that breaks off', async () => {
    const noise = Buffer.from(Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * i * 31) % 251))
    const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer()
    const image = await readImage({ kind: 'encoded', bytes: whole.subarray(0, whole.length / 2) })

    await expect(image.framed(FRAME)).rejects.toThrow('it is not a readable image')
  })
})

/** A tenth of an image about its middle, at least a pixel. */
function middleOf({ width, height }: Size): Box {
  const span = (length: number): readonly [number, number] => {
    const from = Math.floor(length * 0.45)
    return [from, Math.max(from + 1, Math.floor(length * 0.55))]
  }
  const [[x0, x1], [y0, y1]] = [span(width), span(height)]
  return { x0, y0, x1, y1 }
}

/** The part of a box inside the frame. */
function visible(box: Box, { toImage, pixels }: Framed, size: Size): Box {
  const shown = mapBox(toImage, { x0: 0, y0: 0, x1: pixels.width, y1: pixels.height })
  return {
    x0: Math.max(box.x0, shown.x0, 0),
    y0: Math.max(box.y0, shown.y0, 0),
    x1: Math.min(box.x1, shown.x1, size.width),
    y1: Math.min(box.y1, shown.y1, size.height),
  }
}

/** The box around what is mostly red, in pixels of the image. */
function redInImage({ pixels: { data, width }, toImage }: Framed): Box {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let i = 0; i < data.length; i += 3) {
    if ((data[i] ?? 0) - (data[i + 1] ?? 0) <= 127) continue
    xs.push((i / 3) % width)
    ys.push(Math.floor(i / 3 / width))
  }
  const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity)
  const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity) + 1
  return mapBox(toImage, { x0: least(xs), y0: least(ys), x1: most(xs), y1: most(ys) })
}

function expectNear(found: Box, expected: Box): void {
  const within = (value: number) =>
    expect.toSatisfy((other: number) => Math.abs(other - value) <= 2, `within 2 of ${value}`)
  const { x0, y0, x1, y1 } = expected
  expect(found).toEqual({ x0: within(x0), y0: within(y0), x1: within(x1), y1: within(y1) })
}

async function storedAs(orientation: Orientation, displayed: Size, { x0, y0, x1, y1 }: Box): Promise<Uint8Array> {
  const image = storedTurned(orientation, displayed, [['red', x0, y0, x1, y1]])
  return image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
}

async function storedPng(orientation: Orientation, displayed: Size, { x0, y0, x1, y1 }: Box): Promise<Uint8Array> {
  return storedTurned(orientation, displayed, [['red', x0, y0, x1, y1]])
    .png()
    .toBuffer()
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  return (await readImage({ kind: 'encoded', bytes })).contentHash()
}

function rgbOf(hex: string) {
  const [r = 0, g = 0, b = 0] = Array.from(hex.slice(1), (digit) => 17 * Number.parseInt(digit, 16))
  return { r, g, b }
}

test('what is drawn upon is made smaller where it would be too large, and says where points lie then', async () => {
  const bytes = await paintedPng({ width: 400, height: 200 }, [['red', 200, 100, 400, 200]])
  const image = await readImage({ kind: 'encoded', bytes })

  const [whole, small] = [await image.canvas(), await image.canvas(20_000)]

  expect(whole).toMatchObject({ pixels: { width: 400, height: 200 }, toCanvas: { a: 1, d: 1 } })
  expect(small).toMatchObject({ pixels: { width: 200, height: 100 } })
  expect(mapPoint(small.toCanvas, { x: 200, y: 100 })).toEqual({ x: 100, y: 50 })
  expect(Array.from(small.pixels.data.subarray(-3))).toEqual([255, 0, 0])
})

test('nothing is decoded for a client that has left', async () => {
  const leaving = new AbortController()
  const bytes = await paintedPng({ width: 40, height: 20 }, [])
  const image = await readImage({ kind: 'encoded', bytes }, { signal: leaving.signal })

  leaving.abort()

  await expect(image.framed(FRAME)).rejects.toThrow('aborted')
  await expect(image.canvas()).rejects.toThrow('aborted')
})
