import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { photo } from '#test/kit/station-process'
import { type AnnotateScreen, openAnnotate } from '../../kit/annotate-images.ts'
import type { Ground } from '../../kit/ground.ts'
import { SIDES, untilDrawn } from '../../kit/image-watch.ts'
import { plainRow, type Row, timeRow } from '../../table.ts'

const SIDE = 10_000
const FIRST_MS = 5000
const CACHED_MS = 200

/**
 * Measures from the key to the first view of a 100-megapixel TIFF, the first time and later, and until every pixel is
 * visible.
 */
export async function bigImage(ground: Ground): Promise<Row[]> {
  const small = await photo('coins.png')
  const images = [
    ...['a', 'b', 'c', 'd', 'e'].map((name) => ({
      name: `${name}.png`,
      bytes: Buffer.concat([small, Buffer.from(name)]),
    })),
    { name: 'slide.tif', bytes: await slide() },
  ]
  const screen = await openAnnotate(ground, images)
  const rows = await measure(screen)
  const peakBytes = await screen.close()
  return rows.map((row) => ({ ...row, peakBytes }))
}

async function measure({ page, again }: AnnotateScreen): Promise<Row[]> {
  const first = await lastImage(page)
  const began = performance.now()
  await page.keyboard.press('Control+0')
  const progress = page.getByRole('progressbar', { name: /^Preparing/ })
  await progress.waitFor()
  await progress.waitFor({ state: 'hidden' })
  const prepared = (performance.now() - began) / 1000
  const cached = await lastImage(await again())
  return [
    timeRow({ name: 'open a 100 MP TIFF, first time', unit: 'ms' }, [{ ours: first, limit: FIRST_MS }], { target: 1 }),
    timeRow({ name: 'open a 100 MP TIFF, cached', unit: 'ms' }, [{ ours: cached, limit: CACHED_MS }], { target: 1 }),
    plainRow({ name: 'prepare a 100 MP TIFF', unit: 's' }, [prepared]),
  ]
}

/** Starts from an image that is not adjacent, so that nothing of it was prefetched. */
async function lastImage(page: Page): Promise<number> {
  await sleep(1000)
  await page.keyboard.press('End')
  return untilDrawn(page, SIDES.screen)
}

/** Photographs side by side: full of detail everywhere, like a slide. */
async function slide(): Promise<Buffer> {
  const tile = await sharp(await photo('coffee.jpg'))
    .resize(1000, 1000, { fit: 'cover' })
    .png()
    .toBuffer()
  const ground = { create: { width: SIDE, height: SIDE, channels: 3 as const, background: '#808080' } }
  const tiled = sharp({ ...ground, limitInputPixels: false }).composite([{ input: tile, tile: true }])
  return tiled.removeAlpha().tiff({ compression: 'lzw', predictor: 'horizontal', tile: true }).toBuffer()
}
