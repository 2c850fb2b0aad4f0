import { readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { photo } from '#test/kit/station-process'
import { inLanes } from './lanes.ts'

/** A folder of small JPEG files with their boxes in one COCO file. */
export interface SmallImages {
  readonly paths: readonly string[]
  readonly coco: string
}

/** `TESSERA_BENCH_SMALL` sets a smaller number of images, for profiling. */
export const SMALL = {
  images: Number(process.env['TESSERA_BENCH_SMALL'] ?? 4000),
  boxesEach: 10,
  width: 320,
  height: 240,
}
const ENLARGED = { width: 1600, height: 1200 }

/** Crops the ten photographs of the tests into a different image for each file. */
export async function makeSmallImages(folder: string): Promise<SmallImages> {
  const fixtures = new URL('../../test/fixtures/photos', import.meta.url)
  const names = (await readdir(fixtures)).filter((name) => /[.](jpg|png)$/.test(name)).toSorted()
  const each = Math.ceil(SMALL.images / names.length)
  for (const [place, name] of names.entries()) {
    const count = Math.min(each, SMALL.images - place * each)
    await cutWindows(name, { from: place * each, count }, folder)
  }
  const files = Array.from({ length: SMALL.images }, (_, nth) => fileName(nth))
  return { paths: files.map((file) => join(folder, file)), coco: cocoOf(files) }
}

function fileName(nth: number): string {
  return `small-${String(nth).padStart(6, '0')}.jpg`
}

async function cutWindows(name: string, { from, count }: { from: number; count: number }, folder: string) {
  const { data, info } = await sharp(await photo(name))
    .toColourspace('srgb')
    .removeAlpha()
    .resize({ ...ENLARGED, fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const { width, height } = SMALL
  const numbers = Array.from({ length: count }, (_, nth) => nth)
  await inLanes(availableParallelism(), numbers, async (nth) => {
    const left = (nth * 37) % (ENLARGED.width - width)
    const top = (nth * 53) % (ENLARGED.height - height)
    const window = { left, top, width, height }
    const jpeg = await sharp(data, { raw }).extract(window).jpeg({ quality: 85 }).toBuffer()
    await writeFile(join(folder, fileName(from + nth)), jpeg)
  })
}

function cocoOf(files: readonly string[]): string {
  const images = files.map((file_name, nth) => ({
    id: nth + 1,
    file_name,
    width: SMALL.width,
    height: SMALL.height,
  }))
  const annotations = files.flatMap((_, nth) =>
    Array.from({ length: SMALL.boxesEach }, (_, place) => ({
      id: nth * SMALL.boxesEach + place + 1,
      image_id: nth + 1,
      category_id: 1 + (place % 3),
      bbox: [(nth * 7 + place * 29) % 250, (nth * 11 + place * 17) % 180, 40 + place, 30 + place],
      area: (40 + place) * (30 + place),
      iscrowd: 0,
    })),
  )
  const categories = ['crate', 'buoy', 'gull'].map((name, nth) => ({ id: nth + 1, name }))
  return JSON.stringify({ images, categories, annotations })
}
