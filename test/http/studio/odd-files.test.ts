import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventFileUrl, eventImageUrl, eventsExportUrl, imageUrl, PLAIN_ANSWERS_URL } from '#common/contract/urls'
import { newEvent } from '../../kit/event-store.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'
import { makeTwoVersions, type TwoVersions } from '../../kit/two-versions.ts'

/** Things in the place of a file: each has its way to keep a reader waiting, or to fail it. */
const ODD = {
  'a pipe': async (path: string) => void execFileSync('mkfifo', [path]),
  'a folder': (path: string) => mkdir(path),
  'an endless device': (path: string) => symlink('/dev/zero', path),
}
const CASES = Object.entries(ODD)

let folder: string
let library: string
let station: StationProcess
let made: TwoVersions

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-odd-'))
  library = join(folder, 'library')
  station = await startStation(library, ['--only', 'studio,events'])
  made = await makeTwoVersions(station)
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

function blobPath(hash: string, folderOf = 'blobs'): string {
  return join(library, folderOf, hash.slice(0, 2), hash)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function put(path: string, odd: (path: string) => Promise<unknown>): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await odd(path)
}

async function statusOf(path: string, init?: RequestInit): Promise<number> {
  const answer = await station.fetch(path, init)
  await answer.arrayBuffer()
  return answer.status
}

test.runIf(process.platform !== 'win32').for(CASES)(
  '%s in the place of an image is an image that is not there',
  async ([, odd]) => {
    const { 'coffee.jpg': jpeg, 'coins.png': png } = made.images
    for (const name of ['coffee.jpg', 'coins.png']) await put(blobPath(sha256(await photo(name))), odd)
    await rm(join(library, 'cache'), { recursive: true, force: true })
    const urls = [jpeg, png].flatMap((image) =>
      (['thumb', 'screen', 'full'] as const).map((size) => imageUrl(image, size)),
    )
    expect(await Promise.all(urls.map((url) => statusOf(url)))).toEqual(urls.map(() => 404))
  },
)

test.runIf(process.platform !== 'win32').for(CASES)(
  '%s in the place of an image of a version is not there',
  async ([, odd]) => {
    const [version] = await station.studio.versions.list({ project: made.project })
    const [cover = ''] = version?.covers ?? []
    await put(blobPath(cover.split('/').at(-1) ?? ''), odd)
    expect(await statusOf(cover)).toBe(404)
  },
)

test.runIf(process.platform !== 'win32').for(CASES)(
  '%s in the place of an image is not read for the playground',
  async ([, odd]) => {
    await put(blobPath(sha256(await photo('rocket.jpg'))), odd)
    const image = { kind: 'project', project: made.project, image: made.images['rocket.jpg'] }
    const body = JSON.stringify({ image, model: 'nobody/1', act: 'predict', confidence: 0.5, overlap: 0.5 })
    const headers = { 'content-type': 'application/json' }
    expect(await statusOf(PLAIN_ANSWERS_URL, { method: 'POST', headers, body })).toBe(404)
  },
)

test.runIf(process.platform !== 'win32').for(CASES)(
  '%s in the place of a file of an event is not there',
  async ([, odd]) => {
    const base64Image = (await photo('chelsea.jpg')).toString('base64')
    const body = JSON.stringify(newEvent({ images: [{ base64Image }] }))
    const sent = await fetch(`${station.urls.events}/v2/events`, { method: 'POST', body })
    const { id, image_ids } = z.object({ id: z.string(), image_ids: z.array(z.string()) }).parse(await sent.json())
    const [file = ''] = image_ids
    await put(blobPath(sha256(await photo('chelsea.jpg')), 'events/media'), odd)
    await rm(join(library, 'cache'), { recursive: true, force: true })
    const store = await fetch(`${station.urls.events}/files/${file}`)
    const images = (['thumb', 'screen', 'full'] as const).map((size) => statusOf(eventImageUrl(file, size)))
    const exported = await station.fetch(eventsExportUrl({ ids: [id] }, 'images'))
    expect([await store.text(), store.status]).toEqual([
      expect.not.stringContaining('EISDIR'),
      expect.toBeOneOf([404, 500]),
    ])
    expect([...(await Promise.all(images)), await statusOf(eventFileUrl(file))]).toEqual([404, 404, 404, 404])
    expect([exported.status, await exported.text()]).toEqual([409, expect.stringContaining('is damaged')])
    await rm(blobPath(sha256(await photo('chelsea.jpg')), 'events/media'), { recursive: true, force: true })
  },
)
