import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { photo } from '#test/kit/station-process'
import { openAnnotate } from '../../kit/annotate-images.ts'
import type { Ground } from '../../kit/ground.ts'
import { follow, SIDES, untilDrawn } from '../../kit/image-watch.ts'
import { mainThreadMeter } from '../../kit/main-thread.ts'
import { quantile } from '../../kit/rounds.ts'
import { plainRow, type Row, timeRow } from '../../table.ts'

const IMAGES = 40
const FLIPS = 10
const PREFETCHED_MS = 50
const COLD_MS = 400

/**
 * Measures from the key to the frame with the next 24-megapixel photograph: one that was prefetched, and one that was
 * not requested yet.
 */
export async function nextImage(ground: Ground): Promise<Row[]> {
  const jpeg = await largePhotograph()
  // Files with the same pixels: data after the end of a JPEG is not read.
  const images = Array.from({ length: IMAGES }, (_, nth) => ({
    name: `${String(nth).padStart(2, '0')}.jpg`,
    bytes: Buffer.concat([jpeg, Buffer.from(`${nth}`)]),
  }))
  const { page, places, close } = await openAnnotate(ground, images)
  try {
    const prefetched = await measure(page, FLIPS, () => page.keyboard.press('d'))
    // Every fourth image, because the neighbors of the current one are prefetched.
    const far = places.slice(FLIPS + 4).filter((_, nth) => nth % 4 === 0)
    const cold = await measure(page, far.length, (nth) => follow(page, far[nth] ?? ''))
    const rowOfView = (view: string, times: readonly number[]) =>
      rowOf(`next picture, cold 24 MP JPEG: ${view} (p95)`, times, COLD_MS)
    return [
      rowOf('next picture, prefetched, 24 MP (p95)', prefetched.waited, PREFETCHED_MS),
      plainRow({ name: 'next picture, prefetched: all work of the page (p95)', unit: 'ms' }, [
        quantile(prefetched.worked, 0.95),
      ]),
      rowOfView('preview', cold.seen),
      rowOfView('pixels of the screen', cold.waited),
    ]
  } finally {
    await close()
  }
}

/** Pause between two keys in which all pending images arrive. */
const REST_MS = 2500

interface Flips {
  /** Wall time in milliseconds from the key to the end of the frame with any pixels of the image. */
  readonly seen: readonly number[]
  /** The same with all pixels that the screen can show. */
  readonly waited: readonly number[]
  /**
   * CPU time in milliseconds of the page's main thread until that frame, with the work around the canvas that follows.
   */
  readonly worked: readonly number[]
}

async function measure(page: Page, times: number, go: (nth: number) => Promise<void>): Promise<Flips> {
  const meter = await mainThreadMeter(page)
  const [seen, waited, worked] = [new Array<number>(), new Array<number>(), new Array<number>()]
  for (let nth = 0; nth < times; nth += 1) {
    await sleep(REST_MS)
    const before = await meter()
    await go(nth)
    seen.push(await untilDrawn(page, SIDES.thumb))
    waited.push(await untilDrawn(page, SIDES.screen))
    worked.push((await meter()) - before)
  }
  return { seen, waited, worked }
}

function rowOf(name: string, times: readonly number[], limit: number): Row {
  return timeRow({ name, unit: 'ms' }, [{ ours: quantile(times, 0.95), limit }], { target: 1 })
}

async function largePhotograph(): Promise<Buffer> {
  const enlarged = sharp(await photo('coffee.jpg')).resize(6000, 4000, { fit: 'cover' })
  return enlarged.jpeg({ quality: 90 }).toBuffer()
}
