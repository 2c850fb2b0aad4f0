import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { identity } from '#common/geometry/affine'
import { type Box, boxRing } from '#common/geometry/box'
import { fillRings } from '#common/geometry/mask'
import { encodeMask, runLengthsToText } from '#common/geometry/rle'
import type { Size } from '#common/geometry/space'
import type { DetectedObject, Prediction } from '#common/inference/prediction'
import { drawPrediction } from '#inference/drawing/draw'
import type { DrawStyle } from '#inference/drawing/style'
import type { Pixels } from '#transforms/raster'

const SIZE = { width: 120, height: 90 }
const PLAIN: DrawStyle = { stroke: 3, labels: false, manifest: {}, toCanvas: identity }
const CAR = { className: 'car', classIndex: 0, confidence: 0.875 }
const BOX = { x0: 30, y0: 30, x1: 80, y1: 70 }
const COLOURS = { colours: { car: '#FF0000', tree: '#00FF00' } }

describe('objects', () => {
  test('have a frame in the colour that the model names, so wide as asked for', async () => {
    const drawn = await draw([{ ...CAR, box: BOX }], { manifest: COLOURS, stroke: 5 })

    expect(drawn.redAt(55, 30)).toBe(true)
    expect(drawn.redAt(55, 32)).toBe(true)
    expect(drawn.redAt(55, 50)).toBe(false)
    expect(drawn.redAt(55, 24)).toBe(false)
  })

  test.each<readonly [DrawStyle['manifest'], readonly number[]]>([
    [{}, [0x78, 0xa4, 0xf6]],
    [{ colours: { car: '#123456' } }, [0x12, 0x34, 0x56]],
    [{ colours: { tree: '#00FF00' } }, [0x48, 0x92, 0xea]],
  ])('take their colour from %j', async (manifest, rgb) => {
    const drawn = await draw([{ ...CAR, box: BOX }], { manifest, stroke: 9 })

    const difference = drawn.at(55, 30).map((value, channel) => Math.abs(value - (rgb[channel] ?? 0)))
    expect(Math.max(...difference)).toBeLessThan(16)
  })

  test('that are turned have turned frames', async () => {
    const corners = [60, 20, 90, 50, 60, 80, 30, 50]

    const drawn = await draw([{ ...CAR, box: { x0: 30, y0: 20, x1: 90, y1: 80 }, corners }], { manifest: COLOURS })

    expect(drawn.redAt(75, 35)).toBe(true)
    expect(drawn.redAt(31, 21)).toBe(false)
  })

  test.each<readonly [string, NonNullable<DetectedObject['mask']>]>([
    ['outlines', { format: 'polygon', ring: [40, 40, 70, 40, 70, 60, 40, 60] }],
    ['run lengths', { format: 'rle', size: SIZE, counts: runsOf({ x0: 40, y0: 40, x1: 70, y1: 60 }) }],
  ])('with masks given as %s are tinted inside them', async (_, mask) => {
    const drawn = await draw([{ ...CAR, box: BOX, mask }], { manifest: COLOURS, stroke: 1 })

    const [red = 0, green = 0] = drawn.at(55, 50)
    expect(red - green).toBeGreaterThan(40)
    expect(green).toBeGreaterThan(50)
    expect(drawn.redAt(35, 50)).toBe(false)
  })

  test('with keypoints have dots, and lines between them where the model knows the skeleton', async () => {
    const keypoints = [
      { x: 40, y: 40, confidence: 1, index: 0, name: 'a' },
      { x: 70, y: 60, confidence: 1, index: 2, name: 'c' },
    ]
    const edges: [number, number][] = [
      [0, 2],
      [0, 1],
    ]
    const manifest = { ...COLOURS, keypoints: [{ className: 'car', points: ['a', 'b', 'c'], edges }] }

    const drawn = await draw([{ ...CAR, box: BOX, keypoints }], { manifest })

    expect([drawn.redAt(40, 40), drawn.redAt(55, 50), drawn.redAt(70, 60), drawn.redAt(40, 60)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('labels', () => {
  test('stand on the box when they are asked for, with dark and light dots', async () => {
    const without = await draw([{ ...CAR, box: BOX }], { manifest: COLOURS })
    const drawn = await draw([{ ...CAR, box: BOX }], { manifest: COLOURS, labels: true })

    expect(without.redAt(31, 20)).toBe(false)
    expect(drawn.redAt(31, 20)).toBe(true)
    expect(drawn.lightest({ x0: 30, y0: 18, x1: 80, y1: 28 })).toBeGreaterThan(180)
  })

  test.each(['Ångström', '猫', '', 'a name that is far longer than the image is wide, and still goes on and on'])(
    'of a class called "%s" can be drawn at the edge of an image',
    async (className) => {
      const drawn = await draw([{ ...CAR, className, box: { x0: 0, y0: 0, x1: 5, y1: 5 } }], { labels: true })

      expect(drawn.size).toEqual(SIZE)
    },
  )

  test('fit on an image of one pixel', async () => {
    const pixels = { width: 1, height: 1, data: Uint8Array.of(9, 9, 9) }
    const objects = [{ ...CAR, box: { x0: 0, y0: 0, x1: 1, y1: 1 } }]

    const drawing = await drawPrediction(pixels, { kind: 'objects', size: pixels, objects }, { ...PLAIN, labels: true })

    expect(await sharp(drawing).metadata()).toMatchObject({ format: 'jpeg', width: 1, height: 1 })
  })
})

describe('what is said of the whole image', () => {
  test('its class stands in the upper left corner', async () => {
    const drawn = await drawnOf({ kind: 'class', size: SIZE, scores: [CAR] }, { manifest: COLOURS })

    expect(drawn.redAt(4, 4)).toBe(true)
    expect(drawn.redAt(4, 60)).toBe(false)
  })

  test('of many classes those that were chosen stand there', async () => {
    const tree = { className: 'tree', classIndex: 1, confidence: 0.1 }

    const drawn = await drawnOf(
      { kind: 'classes', size: SIZE, scores: [tree, CAR], chosen: ['car'] },
      { manifest: COLOURS },
    )

    expect(drawn.redAt(4, 4)).toBe(true)
  })

  test('pixels take the colour of their class, but for the background', async () => {
    const values = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => (i % SIZE.width < 60 ? 0 : 1))
    const classes = await sharp(values, { raw: { ...SIZE, channels: 1 } })
      .png()
      .toBuffer()
    const map = { classes, confidences: classes, classNames: ['background', 'car'], present: [0, 1] }

    const drawn = await drawnOf({ kind: 'semantic', size: SIZE, ...map }, { manifest: COLOURS })

    expect([drawn.redAt(20, 40), drawn.redAt(90, 40)]).toEqual([false, true])
  })
})

function draw(objects: readonly DetectedObject[], style: Partial<DrawStyle>) {
  return drawnOf({ kind: 'objects', size: SIZE, objects }, style)
}

/** The drawing on gray, as its JPEG shows it. */
async function drawnOf(prediction: Prediction, style: Partial<DrawStyle>) {
  const drawing = await drawPrediction(grey(SIZE), prediction, { ...PLAIN, ...style })
  const { data, info } = await sharp(drawing).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => Array.from(data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3))
  return {
    at,
    size: { width: info.width, height: info.height },
    redAt(x: number, y: number): boolean {
      const [red = 0, green = 0] = at(x, y)
      return red - green > 60
    },
    lightest({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): number {
      let most = 0
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) most = Math.max(most, Math.min(...at(x, y)))
      return most
    },
  }
}

function runsOf(box: Box): string {
  return runLengthsToText(encodeMask(fillRings([boxRing(box)], SIZE)))
}

function grey({ width, height }: Size): Pixels {
  return { width, height, data: new Uint8Array(3 * width * height).fill(110) }
}
