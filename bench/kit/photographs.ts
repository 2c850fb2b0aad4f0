import { open, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { photo } from '#test/kit/station-process'
import { inLanes } from './lanes.ts'

/** JPEG files like those of cameras and phones, made of the ten photographs of the tests. */
export interface Photographs {
  /** 200 files: 40 of 12 megapixels, 60 of 3, 100 of 1.2. */
  readonly mixed: readonly string[]
  /** Images of 4000 × 3000. */
  readonly large: readonly string[]
}

const LARGE = { width: 4000, height: 3000 }
/** Slightly larger than needed, so that crops at several positions are different images. */
const ENLARGED = { width: 4400, height: 3300 }

/** Number of crops of each size per photograph. */
const WINDOWS = [
  { ...LARGE, count: 4 },
  { width: 2048, height: 1536, count: 6 },
  { width: 1280, height: 960, count: 10 },
]

export async function makePhotographs(folder: string): Promise<Photographs> {
  const fixtures = new URL('../../test/fixtures/photos', import.meta.url)
  const names = (await readdir(fixtures)).filter((name) => /[.](jpg|png)$/.test(name)).toSorted()
  const noise = grain()
  for (const name of names) await cutWindows(name, noise, folder)
  const files = (await readdir(folder)).toSorted()
  const paths = files.map((file) => join(folder, file))
  // Large and small files are mixed, as in a real folder.
  const mixed = paths.toSorted((a, b) => (mixOf(a) < mixOf(b) ? -1 : 1))
  return { mixed, large: paths.filter((path) => path.includes(`-${LARGE.width}-`)) }
}

async function cutWindows(name: string, noise: Int8Array, folder: string) {
  const { data, info } = await sharp(await photo(name))
    .toColourspace('srgb')
    .resize({ ...ENLARGED, fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  addGrain(data, noise)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const windows = WINDOWS.flatMap(({ width, height, count }) =>
    Array.from({ length: count }, (_, nth) => {
      const left = Math.round(((ENLARGED.width - width) * nth) / (count - 1))
      const top = Math.round(((ENLARGED.height - height) * ((nth * 3) % count)) / (count - 1))
      return { window: { left, top, width, height }, file: `${name.split('.')[0]}-${width}-${nth}.jpg` }
    }),
  )
  await inLanes(availableParallelism(), windows, async ({ window, file }) => {
    const jpeg = await sharp(data, { raw }).extract(window).jpeg({ quality: 90 }).toBuffer()
    await writeFile(join(folder, file), withRoomForMark(jpeg))
  })
}

/** Sensor noise: enlarged pixels alone are smoother, and so compress better than those of any camera. */
function grain(): Int8Array {
  const noise = new Int8Array(1 << 20)
  let state = 0x2545f491
  for (let i = 0; i < noise.length; i += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    noise[i] = (state & 15) + ((state >> 8) & 15) + ((state >> 16) & 15) + ((state >> 24) & 15) - 30
  }
  return noise
}

/** Not a divisor of a row's length, so that the noise does not repeat vertically. */
const PERIOD = 1_048_573

function addGrain(pixels: Buffer, noise: Int8Array) {
  const clamped = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
  for (let i = 0; i < clamped.length; i += 1) clamped[i] = (clamped[i] ?? 0) + (noise[i % PERIOD] ?? 0)
}

/** Returns the reversed file name: crops of the same photograph and size are far apart. */
function mixOf(path: string): string {
  const [, name = '', width = '', nth = ''] = /([^/\\]+)-(\d+)-(\d+)[.]jpg$/.exec(path) ?? []
  return `${nth}${name}${width}`
}

/** Offset of the mark: after the start of the image and the header of the comment. */
const MARK_AT = 6

/** Inserts a JPEG comment of four bytes after the start of the image. */
function withRoomForMark(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0]), jpeg.subarray(2)])
}

/** Makes the files' bytes new to a library without changing their pixels. */
export async function mark(paths: readonly string[], round: number): Promise<void> {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(round + 1)
  for (const path of paths) {
    const file = await open(path, 'r+')
    await file.write(bytes, 0, bytes.length, MARK_AT)
    await file.close()
  }
}
