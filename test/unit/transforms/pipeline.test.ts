import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { VersionSettings } from '#common/versions/settings'
import { ImageReadError } from '#transforms/image-read-error'
import {
  boxShape,
  disagreements,
  imageId,
  type Marked,
  polygonShape,
  render,
  renderOne,
  save,
  type Wish,
  write,
} from './marked-image.ts'

const SHAPES = [boxShape(8, 6, 40, 30), polygonShape(60, 20, 92, 20, 92, 44, 60, 44)]
const marked: Marked = { width: 100, height: 60, shapes: SHAPES, ink: 255, orientation: 1 }
const PLAIN: VersionSettings = { preprocessing: { 'auto-orient': true }, augmentation: {} }
const EVERYTHING: VersionSettings = {
  preprocessing: { 'auto-orient': true, resize: { width: 64, height: 64, format: 'Fit (reflect edges) in' } },
  augmentation: {
    flip: { horizontal: true, vertical: true },
    rotate: { degrees: 30 },
    brightness: { brighten: true, darken: true, percent: 50 },
  },
}

const NO_OTHER_TURN = { 'counter-clockwise': false, 'upside-down': false }

describe('a rendered image', () => {
  test('is a JPEG with three 8-bit sRGB channels and no metadata', async () => {
    const { encoded: jpeg } = await render({ ...marked, orientation: 6 }, PLAIN)

    const metadata = await sharp(jpeg).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3, depth: 'uchar', hasProfile: false })
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
  })

  test('is not augmented as variant 0', async () => {
    const path = await write(marked)

    const original = await renderAt(path, EVERYTHING, { variant: 0 })

    const unvaried = await renderAt(path, { ...EVERYTHING, augmentation: {} }, { variant: 1 })
    expect({ ...original, variant: 1 }).toEqual(unvaried)
    expect(original.drawn).toEqual({})
  })

  test('tells how many of its objects were lost to the frame', async () => {
    const resize = { width: 60, height: 60, format: 'Fill (with center crop) in' as const }
    const shapes = [boxShape(0, 6, 18, 30), ...SHAPES.slice(1)]

    const made = await render({ ...marked, shapes }, { preprocessing: { resize }, augmentation: {} })

    expect(made).toMatchObject({ droppedShapes: 1, shapes: [{ id: 'shapePOL1' }] })
  })

  test('gives mirror images ids of their own, the same in every run', async () => {
    const settings = { ...EVERYTHING, augmentation: {} }

    const [first, second] = [await render(marked, settings), await render(marked, settings)]

    const ids = first.shapes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(0, 2)).toEqual(['shapeBOX1', 'shapePOL1'])
    expect(second.shapes).toEqual(first.shapes)
    expect(first.droppedShapes).toBe(0)
  })

  test('repeats the mirror images as often as a narrow image needs', async () => {
    const narrow = { ...marked, width: 10, height: 60, shapes: [boxShape(2, 10, 6, 50)] }
    const resize = { width: 60, height: 60, format: 'Fit (reflect edges) in' as const }

    const made = await render(narrow, { preprocessing: { resize }, augmentation: {} })

    expect(made.shapes).toHaveLength(7)
    expect(await disagreements(made, 255)).toEqual([])
  })
})

describe('chance', () => {
  const variants = [1, 2, 3, 4, 5]

  test('draws the same whatever the order and however many are made at once', async () => {
    const path = await write(marked)
    const together = await Promise.all(variants.map((variant) => renderAt(path, EVERYTHING, { variant })))

    for (const [index, variant] of [...variants.entries()].reverse()) {
      expect(await renderAt(path, EVERYTHING, { variant })).toEqual(together[index])
    }
  })

  test('draws differently for another seed, image or variant', async () => {
    const path = await write(marked)
    const jobs: Wish[] = [{ variant: 1 }, { variant: 2 }, { seed: 'f'.repeat(32) }]

    const made = await Promise.all(jobs.map((job) => renderAt(path, EVERYTHING, job)))

    expect(new Set(made.map(({ drawn }) => JSON.stringify(drawn))).size).toBe(3)
    expect(new Set(made.map(({ contentKey }) => contentKey)).size).toBe(3)
  })

  test('leaves the draws of other steps as they were when a step is switched on', async () => {
    const { flip: _, ...others } = EVERYTHING.augmentation

    const all = await render(marked, EVERYTHING)
    const some = await render(marked, { ...EVERYTHING, augmentation: others })

    expect(all.drawn).toEqual({ ...some.drawn, flip: all.drawn['flip'] })
  })

  test('stays within the settings and uses both directions', async () => {
    const path = await write(marked)
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, variant) => renderAt(path, EVERYTHING, { variant: variant + 1 })),
    )

    const degrees = made.map(({ drawn }) => Number(drawn['rotate']?.['degrees']))
    expect(Math.min(...degrees)).toBeLessThan(-15)
    expect(Math.max(...degrees)).toBeGreaterThan(15)
    expect(degrees.every((value) => Math.abs(value) <= 30)).toBe(true)
    expect(new Set(made.map(({ drawn }) => JSON.stringify(drawn['flip']))).size).toBe(4)
  })
})

describe('the content key', () => {
  test('is the same for the same pixels and labels under other ids', async () => {
    const renamed = SHAPES.map((shape) => ({ ...shape, id: boxShape(0, 0, 1, 1).id }))

    const [one, other] = [await render(marked, PLAIN), await render({ ...marked, shapes: renamed }, PLAIN)]

    expect(other.contentKey).toBe(one.contentKey)
    expect(one.contentKey).toMatch(/^[0-9a-f]{64}$/)
  })

  test('differs when a label or a pixel does', async () => {
    const path = await write(marked)
    const darker = { ...PLAIN, augmentation: { brightness: { brighten: false, darken: true, percent: 50 } } }

    const keys = await Promise.all([
      renderAt(path, PLAIN),
      renderAt(path, darker),
      renderAt(path, PLAIN, {}, [boxShape(8, 6, 40, 31)]),
    ])

    expect(new Set(keys.map(({ contentKey }) => contentKey)).size).toBe(3)
  })
})

describe('a preview', () => {
  test.each([
    ['without a resize step', undefined, { width: 50, height: 30 }],
    [
      'of a large resize',
      { width: 80, height: 80, format: 'Fit (black edges) in' as const },
      { width: 50, height: 50 },
    ],
    ['of a small resize', { width: 40, height: 20, format: 'Stretch to' as const }, { width: 40, height: 20 }],
  ])('%s has its own size, and labels that fit it', async (_, resize, size) => {
    const preprocessing = { 'auto-orient': true, ...(resize && { resize }) }

    const made = await render(marked, { preprocessing, augmentation: {} }, { previewSide: 50 })

    expect(made).toMatchObject(size)
    expect(await disagreements(made, 255)).toEqual([])
  })

  test('is turned without becoming smaller', async () => {
    const settings = { preprocessing: {}, augmentation: { ninety: { clockwise: true, ...NO_OTHER_TURN } } }
    const path = await write(marked)

    const made = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((variant) => renderAt(path, settings, { variant, previewSide: 50 })),
    )

    const sizes = made.map(({ width, height, drawn }) => [drawn['ninety']?.['degrees'], width, height].join(' '))
    expect(new Set(sizes)).toEqual(new Set(['0 50 30', '90 30 50']))
  })

  test('draws what the real image draws', async () => {
    const [preview, real] = [await render(marked, EVERYTHING, { previewSide: 32 }), await render(marked, EVERYTHING)]

    expect(preview.drawn).toEqual(real.drawn)
  })
})

describe('a file that cannot be read', () => {
  test.each([
    ['is no image', Buffer.from('no image at all')],
    ['ends too early', undefined],
  ])('is named by its image when it %s', async (_, bytes) => {
    const path = await save(sharp({ create: { width: 64, height: 64, channels: 3, background: '#835' } }), 'jpg')
    const whole = await sharp(path).jpeg().toBuffer()
    await writeFile(path, bytes ?? whole.subarray(0, whole.length - 200))

    const failure: unknown = await renderAt(path, PLAIN).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(ImageReadError)
    expect(failure).toMatchObject({
      imageId,
      message: `Cannot read ${imageId}. Upload the image again`,
      code: 'image-read-failed',
    })
  })

  test('is not waited for once the work is called off', async () => {
    const source = { imageId, path: '/nowhere', width: 1, height: 1, shapes: [] }

    const rendering = renderOne({ source, settings: PLAIN, variant: 0 }, AbortSignal.abort())

    await expect(rendering).rejects.toMatchObject({ name: 'AbortError' })
  })
})

function renderAt(path: string, settings: VersionSettings, wish: Wish = {}, shapes = SHAPES) {
  const source = { imageId, path, width: 100, height: 60, shapes }
  return renderOne({ source, settings, ...wish })
}
