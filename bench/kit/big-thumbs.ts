import { link, mkdir, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { photo } from '#test/kit/station-process'
import { BIG, type BigLibrary } from './big-library.ts'
import { inLanes } from './lanes.ts'

/** Number of different photographs; every image of the big library shows one of them. */
const DISTINCT = 64
const THUMB = { width: 320, height: 213 }

/** Makes thumbnails of all images in the big library, as hard links to a few files. */
export async function linkThumbs({ folder }: BigLibrary): Promise<void> {
  const sources = join(folder, 'thumbs')
  // The common prefix of all image hashes.
  const cache = join(folder, 'cache', 'thumb', '00')
  await mkdir(sources, { recursive: true })
  await mkdir(cache, { recursive: true })
  const thumbs = Array.from({ length: DISTINCT }, (_, nth) => ({ nth, path: join(sources, `${nth}.webp`) }))
  const photographs = await fixtures()
  await inLanes(availableParallelism(), thumbs, async ({ nth, path }) => {
    const cut = sharp(photographs[nth % photographs.length]).resize({ width: 380, height: 280, fit: 'cover' })
    const window = cut.extract({ left: nth % 60, top: (nth * 7) % 60, ...THUMB })
    await writeFile(path, await window.webp({ quality: 78, effort: 1 }).toBuffer())
  })
  const images = Array.from({ length: BIG }, (_, nth) => nth)
  await inLanes(32, images, (nth) =>
    link(thumbs[nth % DISTINCT]?.path ?? '', join(cache, `${nth.toString(16).padStart(64, '0')}.webp`)),
  )
}

async function fixtures(): Promise<Buffer[]> {
  const names = await readdir(new URL('../../test/fixtures/photos', import.meta.url))
  return Promise.all(names.filter((name) => /[.](jpg|png)$/.test(name)).map(photo))
}
