import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageUrl, pixelFactsUrl, tileUrl } from '#common/contract/urls'
import type { ImageId, ProjectSlug } from '#common/ids'
import { blobPathOf } from '../../kit/damage.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'
import { addImages } from '../../kit/studio-page.ts'

let library: string
let station: StationProcess
let images: readonly ImageId[]
let project: ProjectSlug

beforeAll(async () => {
  library = await mkdtemp(join(tmpdir(), 'tessera-pixels-'))
  station = await startStation(library, ['--only', 'studio'])
  ;({ slug: project } = await station.studio.projects.create({ name: 'Cups', type: 'object-detection' }))
  await addImages(station, { project, batch: 'Monday' }, [
    { name: 'coffee.jpg', bytes: await photo('coffee.jpg') },
    { name: 'coins.png', bytes: await photo('coins.png') },
  ])
  images = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
})

afterAll(async () => {
  await station.stop()
  await removeFolder(library)
})

async function statusOf(path: string): Promise<number> {
  const response = await station.fetch(path)
  await response.arrayBuffer()
  return response.status
}

test('of a small image there are no tiles, and no address leads out of them', async () => {
  const [image] = images
  if (image === undefined) throw new Error('There is no image')

  const facts = await station.fetch(pixelFactsUrl(image, true))

  expect(await facts.json()).toEqual({ pages: 1, depth: null, tiles: { state: 'none' } })
  expect(await statusOf(imageUrl(image, 'screen'))).toBe(200)
  expect(await statusOf(tileUrl(image, { level: 0, column: 0, row: 0 }))).toBe(404)
  expect(await statusOf(`/images/${image}/tiles/0/0/..%2f..%2ftiles.json`)).toBe(404)
  expect(await statusOf(`/images/${image}/tiles/-1/0/0`)).toBe(404)
  expect(await statusOf('/images/noimage/facts')).toBe(404)
})

test('no smaller copy is made of an image whose stored bytes have changed, and it is shown again once it was uploaded anew', async () => {
  const bytes = await photo('rocket.jpg')
  const uploaded = () => addImages(station, { project, batch: 'Tuesday' }, [{ name: 'rocket.jpg', bytes }])
  await uploaded()
  const image = (await station.studio.images.ids({ project, filter: {}, sort: 'newest' }))[0]
  if (image === undefined) throw new Error('There is no image')
  const path = blobPathOf(join(library, 'blobs'), bytes)
  // Coded pixels of other bits are pixels still.
  const flipped = Buffer.from(bytes)
  flipped.subarray(-600, -500).set(bytes.subarray(-900, -800))
  await writeFile(path, flipped)

  const damaged = await station.fetch(imageUrl(image, 'screen'))
  expect([damaged.status, damaged.headers.get('cache-control')]).toEqual([404, 'no-store'])
  expect(await station.studio.images.faulty({ project, images: [image] })).toEqual([image])

  await uploaded()
  expect(await statusOf(imageUrl(image, 'screen'))).toBe(200)
})

test('an image whose file is gone from the disk is not there, whatever is asked of it', async () => {
  const image = images[1]
  if (image === undefined) throw new Error('There is no image')
  await rm(join(library, 'blobs'), { recursive: true })

  expect(await statusOf(imageUrl(image, 'full'))).toBe(404)
  expect(await statusOf(imageUrl(image, 'screen'))).toBe(404)
  expect(await statusOf(pixelFactsUrl(image, true))).toBe(410)
  // Images made from it before are still there.
  expect(await statusOf(imageUrl(image, 'thumb'))).toBe(200)
})
