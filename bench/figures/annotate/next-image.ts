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

/** From the key to the frame with the next photograph of 24 megapixels: one that was brought before, and one that nobody asked for yet. */
export async function nextImage(ground: Ground): Promise<Row[]> {
  const jpeg = await largePhotograph()
  // The same pixels in different files: what stands behind the end of a JPEG is not read.
  const images = Array.from({ length: IMAGES }, (_, nth) => ({
    name: `${String(nth).padStart(2, '0')}.jpg`,
    bytes: Buffer.concat([jpeg, Buffer.from(`${nth}`)]),
  }))
  const { page, places, close } = await openAnnotate(ground, images)
  try {
    const prefetched = await measure(page, FLIPS, () => page.keyboard.press('d'))
    // Every fourth: those beside the one that is shown are brought before anybody asks.
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

/** Between two keys everything that is on its way arrives. */
const REST_MS = 2500

interface Flips {
  /** Milliseconds by the clock, from the key to the end of the frame with any pixels of the image. */
  readonly seen: readonly number[]
  /** The same with all the pixels that the screen can show. */
  readonly waited: readonly number[]
  /** Milliseconds of processor time of the page's main thread until the frame was seen, with what follows it around the canvas. */
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
