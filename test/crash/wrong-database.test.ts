import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openEventStore } from '#storage/events/event-store'
import { openLibrary } from '#storage/library/library'
import { overwritePage } from '../kit/damage.ts'
import { eventFiles } from '../kit/event-rows.ts'
import { newEvent } from '../kit/event-store.ts'
import { someImage } from '../kit/images.ts'
import { PATIENCE_MS } from '../kit/patience.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'

const SERVERS = ['--only', 'studio,management,events']
const DATABASES = ['library.db', 'events/events.db']
const IDENTITIES = ['library.identity.json', 'events/events.identity.json']
/** Where the files of each database lie. */
const FOLDERS = ['blobs', 'events/media']

/** A library that was killed at work, with older copies of its databases and those of another one. */
let made: { readonly folder: string; readonly images: readonly Buffer[] }
let library: string
let station: StationProcess | undefined

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-wrong-'))
  const [first, second] = [await someImage(), await someImage()]
  made = { folder, images: [first, second] }
  const at = join(folder, 'library')
  let early = await startStation(at, SERVERS)
  await fill(early, 'Cups', first)
  await early.stop()
  for (const name of DATABASES) await cp(join(at, name), join(folder, 'older', name))
  for (const name of IDENTITIES) await cp(join(at, name), join(folder, 'older-pair', name))
  for (const name of DATABASES) await cp(join(at, name), join(folder, 'older-pair', name))
  early = await startStation(at, SERVERS)
  await fill(early, 'Boats', second)
  await vi.waitUntil(() => toldIn(at), { timeout: PATIENCE_MS })
  await early.kill()
  await makeAnother(join(folder, 'foreign'))
})

afterAll(() => removeFolder(made.folder))

beforeEach(async () => {
  library = await mkdtemp(join(tmpdir(), 'tessera-wrong-'))
  await cp(join(made.folder, 'library'), library, { recursive: true })
})

afterEach(async () => {
  await station?.kill()
  station = undefined
  await removeFolder(library)
})

/** Puts a project with an image and an event with it into a library. */
async function fill(into: StationProcess, name: string, image: Buffer): Promise<void> {
  const { slug } = await into.studio.projects.create({ name, type: 'object-detection' })
  const { taskId } = await into.studio.imports.start({ project: slug, batchName: 'Monday', expected: 1 })
  await into.sendFile(taskId, 'cup.png', image)
  await into.studio.imports.finish({ taskId })
  expect((await sendEvent(into, image)).status).toBe(201)
}

function sendEvent({ urls }: StationProcess, image: Buffer): Promise<Response> {
  const body = newEvent({ images: [{ base64Image: image.toString('base64') }] })
  return fetch(`${urls.events}/v2/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Whether the files beside the databases, and those among their files, tell all that the databases have. */
function toldIn(at: string): boolean {
  return DATABASES.every((name, nth) => {
    const identity = IDENTITIES[nth] ?? ''
    const paths = [join(at, identity), join(at, FOLDERS[nth] ?? '', basename(identity))]
    return paths.every((path) => isTold(join(at, name), path))
  })
}

function isTold(database: string, path: string): boolean {
  if (!existsSync(path)) return false
  const db = new Database(database, { readonly: true })
  const revision = db.prepare('SELECT revision FROM identity').pluck().get()
  db.close()
  return JSON.parse(readFileSync(path, 'utf8')).revision === revision
}

async function makeAnother(folder: string): Promise<void> {
  openLibrary(folder, new Date()).close()
  await (await openEventStore(join(folder, 'events'), new Date())).close()
}

async function putBack(from: string): Promise<void> {
  for (const name of DATABASES) {
    for (const ending of ['', '-wal', '-shm']) await rm(join(library, name + ending), { force: true })
    await cp(join(made.folder, from, name), join(library, name))
    const log = join(made.folder, from, `${name}-wal`)
    if (existsSync(log)) await cp(log, join(library, `${name}-wal`))
  }
}

/** The same with the files beside the databases: as a person restores a backup that left the images out. */
async function putPair(from: string): Promise<void> {
  await putBack(from)
  for (const name of IDENTITIES) await cp(join(made.folder, from, name), join(library, name))
}

/** Takes the disk of the files away. */
async function unmount(): Promise<void> {
  for (const name of FOLDERS) await rename(join(library, name), join(library, `${name}-unmounted`))
}

async function mount(): Promise<void> {
  for (const name of FOLDERS) {
    await rm(join(library, name), { recursive: true, force: true })
    await rename(join(library, `${name}-unmounted`), join(library, name))
  }
}

async function eachDatabase(harm: (path: string) => Promise<void>): Promise<void> {
  for (const name of DATABASES) await harm(join(library, name))
}

const HARMS: readonly (readonly [string, string, () => Promise<void>])[] = [
  ['removed', 'missing', () => eachDatabase((path) => rm(path))],
  ['emptied', 'empty', () => eachDatabase((path) => writeFile(path, ''))],
  ['replaced by an older copy', 'older', () => putBack('older')],
  ['damaged in the head of its log', 'older', () => eachDatabase((path) => blot(`${path}-wal`))],
  ['replaced by that of another library', 'foreign', () => putBack('foreign')],
  ['replaced by an older copy with its identity', 'older', () => putPair('older-pair')],
  ['replaced by that of another library with its identity', 'files-foreign', () => putPair('foreign')],
]

/** Writes zeros over the first bytes of a file. */
async function blot(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(32), 0, 32, 0)
  await file.close()
}

/** Every file of the library with its bytes; locks and what SQLite makes again at each opening left out. */
async function contents(): Promise<Record<string, string>> {
  const entries = await readdir(library, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/^lock\.|-shm$/.test(entry.name))
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [path.slice(library.length), (await readFile(path)).toString('base64')] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

function blobs(): Promise<readonly string[]> {
  return readdir(join(library, 'blobs'), { recursive: true }).then((names) =>
    names.map((name) => name.slice(-64)).filter((name) => /^[0-9a-f]{64}$/.test(name)),
  )
}

/** The private copies of databases that a process reads. */
function copiesOf(pid: number): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`tessera-read-only-${pid}-`))
}

function ask({ urls }: StationProcess, path: string, json?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${urls.apiKey}`, 'content-type': 'application/json' }
  const sent = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  return fetch(`${urls.management}${path}`, { headers, ...sent })
}

function upload(urls: StationProcess['urls'], project: string, image: Buffer): Promise<Response> {
  const form = new FormData()
  form.append('name', 'cup.png')
  form.append('file', new Blob([new Uint8Array(image)]), 'cup.png')
  const headers = { authorization: `Bearer ${urls.apiKey}` }
  return fetch(`${urls.management}/dataset/${project}/upload`, { method: 'POST', headers, body: form })
}

test.each(HARMS)(
  'beside files, a database that was %s is only shown; the right one put back is whole',
  async (_harm, fault, harm) => {
    await harm()
    const before = await contents()
    station = await startStation(library, SERVERS)
    const { urls, studio } = station

    expect(urls.readOnly.map(({ store, fault: found }) => [store, found])).toEqual([
      ['library', fault],
      ['events', fault],
    ])
    const [image = Buffer.alloc(0)] = made.images
    const created = await ask(station, `/${urls.workspace}/projects`, { name: 'New', type: 'object-detection' })
    expect([created.status, await created.json()]).toEqual([
      503,
      { error: expect.stringContaining('The library is read-only') },
    ])
    const sent = await sendEvent(station, image)
    expect([sent.status, await sent.json()]).toEqual([
      503,
      { detail: expect.stringContaining('The event store is read-only') },
    ])
    await expect(studio.projects.create({ name: 'New', type: 'object-detection' })).rejects.toMatchObject({
      code: 'REFUSED',
      data: { reason: 'library-read-only' },
    })
    const shown = await studio.projects.list()
    const uploads = await Promise.all(shown.map(({ slug }) => upload(urls, slug, image)))
    expect(uploads.map(({ status }) => status)).toEqual(shown.map(() => 503))
    expect((await studio.session.read()).readOnly).toHaveLength(2)
    expect(await (await ask(station, '/')).json()).toMatchObject({ read_only: expect.any(String) })
    expect((await ask(station, `/${urls.workspace}`)).status).toBe(200)
    expect(await (await fetch(`${urls.events}/v2/status`)).json()).toMatchObject({ read_only: expect.any(String) })
    const killed = station.pid
    await station.kill()
    expect(await contents()).toEqual(before)
    expect(copiesOf(killed)).not.toEqual([])

    station = await startStation(library, SERVERS)
    expect(copiesOf(killed)).toEqual([])
    expect(await station.stop()).toBe(0)
    expect(copiesOf(station.pid)).toEqual([])
    await putPair('library')
    station = await startStation(library, SERVERS)

    expect(station.urls.readOnly).toEqual([])
    expect(await station.studio.projects.list()).toHaveLength(2)
    expect(await (await fetch(`${station.urls.events}/v2/status`)).json()).toMatchObject({ events: 2, read_only: null })
    expect((await sendEvent(station, image)).status).toBe(201)
  },
)

test('a database that turns out to be damaged while the station runs is read-only from then on, until it is put back', async () => {
  station = await startStation(library, SERVERS)
  expect(await station.stop()).toBe(0)
  const sound = ['library.db', 'library.identity.json', 'blobs/library.identity.json']
  for (const name of sound) await cp(join(library, name), join(made.folder, 'sound', name))
  station = await startStation(library, SERVERS)
  const { urls } = station
  const running = station
  expect(urls.readOnly).toEqual([])
  await overwritePage(join(library, 'library.db'), 'folder')

  // A write into the damaged table fails, and the database is looked through.
  await expect(running.studio.folders.create({ name: 'Boats', parentId: null })).rejects.toThrow(
    /malformed|failed|internal/i,
  )
  await expect
    .poll(async () => (await ask(running, '/').catch(() => undefined))?.json())
    .toMatchObject({ read_only: expect.stringContaining('library.db is damaged') })
  const refused = await ask(running, `/${urls.workspace}/projects`, { name: 'New', type: 'object-detection' })
  expect(refused.status).toBe(503)
  await station.stop()
  station = await startStation(library, SERVERS)
  expect(station.urls.readOnly).toMatchObject([{ store: 'library', fault: 'damaged' }])
  await station.stop()
  for (const name of sound) await cp(join(made.folder, 'sound', name), join(library, name))
  await rm(join(library, 'library.db-wal'), { force: true })
  station = await startStation(library, SERVERS)
  expect(station.urls.readOnly).toEqual([])
})

test('databases whose files are not there are only shown; the files put back are whole, and nothing was filled meanwhile', async () => {
  const stored = await blobs()
  await unmount()
  for (const name of FOLDERS) await mkdir(join(library, name))
  const before = await contents()
  station = await startStation(library, SERVERS)

  expect(station.urls.readOnly).toMatchObject([
    { store: 'library', fault: 'files-missing' },
    { store: 'events', fault: 'files-missing' },
  ])
  expect(await (await ask(station, '/')).json()).toMatchObject({
    read_only: expect.stringContaining('the folder blobs is missing or empty, but library.db refers to files in it'),
  })
  const [image = Buffer.alloc(0)] = made.images
  expect((await sendEvent(station, image)).status).toBe(503)
  const shown = await station.studio.projects.list()
  expect(shown).toHaveLength(2)
  expect((await upload(station.urls, shown[0]?.slug ?? '', image)).status).toBe(503)
  await station.stop()
  expect(await contents()).toEqual(before)
  await mount()
  station = await startStation(library, SERVERS)

  expect(station.urls.readOnly).toEqual([])
  expect((await blobs()).toSorted()).toEqual(stored.toSorted())
  expect((await sendEvent(station, image)).status).toBe(201)
})

test('databases accepted without their files go on, and files that come back later are told and in place again', async () => {
  const stored = await blobs()
  await unmount()
  station = await startStation(library, [...SERVERS, '--adopt'])
  expect(station.urls.readOnly).toEqual([])
  await station.stop()
  station = await startStation(library, SERVERS)
  expect(station.urls.readOnly).toEqual([])
  await station.stop()
  await mount()
  station = await startStation(library, SERVERS)
  expect(station.urls.readOnly.map(({ fault }) => fault)).toEqual(['files-foreign', 'files-foreign'])
  await station.stop()

  station = await startStation(library, [...SERVERS, '--adopt'])

  expect(station.urls.readOnly).toEqual([])
  expect((await blobs()).toSorted()).toEqual(stored.toSorted())
  expect(await readdir(join(library, 'blobs', 'orphans')).catch(() => [])).toEqual([])
})

const Accepted = z.object({ read_only: z.null() })

test('a library that is accepted in the studio starts anew by itself; its orphans come back with their bytes', async () => {
  await eachDatabase((path) => rm(path))
  const stored = await blobs()
  const media = eventFiles(library)
  station = await startStation(library, SERVERS)
  const { urls } = station

  expect(await station.studio.session.acceptStores({ stores: ['library', 'events'] })).toEqual({ isRestarting: true })
  await expect
    .poll(async () => {
      const answer = await fetch(`${urls.events}/v2/status`).catch(() => undefined)
      return Accepted.safeParse(await answer?.json()).success
    })
    .toBe(true)
  await station.stop()
  station = await startStation(library, SERVERS)
  await expect.poll(() => readdir(join(library, 'blobs', 'orphans')).catch(() => [])).toHaveLength(stored.length)
  await expect
    .poll(() => readdir(join(library, 'events', 'media', 'orphans')).catch(() => []))
    .toHaveLength(media.length)

  expect(station.urls.readOnly).toEqual([])
  const [image = Buffer.alloc(0)] = made.images
  await fill(station, 'Cups', image)
  expect(await readdir(join(library, 'blobs', 'orphans'))).toHaveLength(stored.length - 1)
  expect(await readdir(join(library, 'events', 'media', 'orphans'))).toHaveLength(media.length - 1)
  expect((await blobs()).toSorted()).toEqual(stored.toSorted())
})

test('an older copy that is accepted by the flag goes on, and the newer files come back with the right database', async () => {
  const stored = await blobs()
  await putBack('older')

  station = await startStation(library, [...SERVERS, '--adopt'])
  await expect.poll(() => readdir(join(library, 'blobs', 'orphans')).catch(() => [])).toHaveLength(1)
  expect(await station.studio.projects.list()).toHaveLength(1)
  await station.stop()
  await putBack('library')
  station = await startStation(library, SERVERS)
  expect(station.urls.readOnly.map(({ fault }) => fault)).toEqual(['foreign', 'foreign'])
  await station.stop()
  station = await startStation(library, [...SERVERS, '--adopt'])

  expect(await station.studio.projects.list()).toHaveLength(2)
  expect(await readdir(join(library, 'blobs', 'orphans'))).toEqual([])
  expect((await blobs()).toSorted()).toEqual(stored.toSorted())
})
