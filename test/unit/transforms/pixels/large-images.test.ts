import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { VersionSettings } from '#common/versions/settings'
import type { RenderedImage, RenderSource } from '#core/versions/ports'
import { fuseWarps } from '#transforms/pixels/fuse'
import type { Operation } from '#transforms/pixels/operation'
import { operationsFor } from '#transforms/pixels/operations'
import { renderFile } from '#transforms/pixels/render'
import { openEncoded } from '#transforms/pixels/source'
import { placeCentred, warpWithin } from '#transforms/plan'
import { coverSize } from '#transforms/preprocess/resize'
import { renderPool } from '#transforms/render-pool'
import { boxShape, imageId, never, renderOne, save, seed } from '../marked-image.ts'

const PHOTO = { width: 4000, height: 3000 }

const pool = renderPool({ threads: 2 })
afterAll(() => pool.close())

test.each([
  ['a crop of 99 percent', warpWithin(PHOTO, { a: 10, b: 0, c: 0, d: 10, e: -12_345.6, f: -23_456.7 })],
  ['a crop of 99 percent at whole pixels', warpWithin(PHOTO, { a: 10, b: 0, c: 0, d: 10, e: -12_340, f: -23_450 })],
  ['a rotation', warpWithin(PHOTO, { a: 0.8, b: 0.6, c: -0.6, d: 0.8, e: 1300, f: -900 })],
  ['a sliver that covers a square', covering({ width: 2, height: 8000 }, { width: 4000, height: 4000 })],
  ['a flat sliver that covers a square', covering({ width: 8000, height: 3 }, { width: 4000, height: 4000 })],
])('%s makes no image many times as large as what it begins or ends with', (_, warp) => {
  const largest = Math.max(warp.from.width * warp.from.height, warp.frame.width * warp.frame.height)

  const sizes = fuseWarps([warp]).flatMap(operationsFor).map(pixelsOf)

  // Of a sliver two pixels wide the margins of the sampling are most; all of it would be thousands of times as large.
  expect(Math.max(...sizes)).toBeLessThan(largest * 10)
})

test.each<[string, { x: number; y: number }]>([
  ['left and above', { x: 0, y: 0 }],
  ['right and below', { x: 1, y: 1 }],
])('a crop at the edge %s does not fade into black', async (_, { x, y }) => {
  const white = { width: 90, height: 70 }
  const path = await save(sharp({ create: { ...white, channels: 3, background: '#fff' } }), 'png')
  const scale = 7.3
  const affine = {
    a: scale,
    b: 0,
    c: 0,
    d: scale,
    e: -x * white.width * (scale - 1),
    f: -y * white.height * (scale - 1),
  }

  const { data } = await renderFile(await openEncoded(imageId, path), [warpWithin(white, affine)], never)

  expect(Math.min(...data)).toBe(255)
})

const EDITS: readonly VersionSettings['augmentation'][] = [
  { hue: { degrees: 90 } },
  { noise: { percent: 100 } },
  { crop: { min: 99, max: 99 } },
  { bbrotate: { degrees: 40 } },
]

test('12 megapixels are worked on beside the thread that asks, which goes on meanwhile', async () => {
  const source = await photograph()
  const contrast = { type: 'Adaptive Equalization' as const }
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 5)

  const made = await Promise.all(
    EDITS.map(async (augmentation) => {
      const settings = { preprocessing: { 'auto-orient': true, contrast }, augmentation }
      const wanted = [{ part: 0, variant: 1, others: [] }]
      const images: RenderedImage[] = []
      for await (const image of pool.render({ source, settings, seed, wanted, skeletons: new Map() }, never))
        images.push(image)
      return images
    }),
  )
  clearInterval(ticking)

  expect(made.flat().map(({ width, height }) => ({ width, height }))).toEqual(EDITS.map(() => PHOTO))
  expect(turns).toBeGreaterThan(40)
})

test('a sliver is brought to cover a large square', async () => {
  const path = await save(sharp({ create: { width: 2, height: 8000, channels: 3, background: '#fff' } }), 'png')
  const resize = { width: 2000, height: 2000, format: 'Fill (with center crop) in' as const }
  const source = { imageId, path, width: 2, height: 8000, shapes: [boxShape(0, 3999, 2, 4001)] }

  const made = await renderOne({ source, settings: { preprocessing: { resize }, augmentation: {} }, variant: 0 })

  expect(made).toMatchObject({ width: 2000, height: 2000 })
  expect(made.shapes).toMatchObject([{ box: { x0: 0, y0: 0, x1: 2000, y1: 2000 } }])
})

function covering(from: typeof PHOTO, frame: typeof PHOTO) {
  return placeCentred(from, coverSize(from, frame), { frame, edges: 'black' })
}

/** How many pixels the result of an operation has, where it tells. */
function pixelsOf(operation: Operation): number {
  if (operation.kind === 'shrink') return operation.size.width * operation.size.height
  if (operation.kind !== 'affine') return 0
  const { a, b, c, d } = operation.affine
  const { width, height } = operation.from
  return (Math.abs(a) * width + Math.abs(c) * height) * (Math.abs(b) * width + Math.abs(d) * height)
}

async function photograph(): Promise<RenderSource> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
  const image = sharp({ create: { width: 500, height: 375, channels: 3, background: '#777', noise } })
  const path = await save(image.resize({ ...PHOTO, fit: 'fill' }), 'jpg')
  return { imageId, path, ...PHOTO, shapes: [boxShape(100, 100, 3900, 2900)] }
}
