import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ClassId, TaskId } from '#common/ids'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { untilEnded, untilIdle } from '../kit/tasks.ts'
import { brokenInvariants, orphans } from './invariants.ts'
import { killAfter, seededChance } from './killing.ts'

const SERVERS = ['--only', 'studio,management']
const KILLS = 5

let library: string
let station: StationProcess

beforeEach(async () => {
  library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  station = await startStation(library, SERVERS)
})

afterEach(async () => {
  await station.kill()
  await removeFolder(library)
})

test('a change of a thousand tags and values goes on after a kill at any moment, and loses none', async () => {
  const chance = seededChance('metadata')
  const { images } = await fill('Tagged', 20)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { taskId } = await changeAll(images, kill)
    await killAfter(station, chance() * 120)
    station = await startStation(library, SERVERS)

    const { status, result } = await untilEnded(station.studio, taskId)

    expect({ status, result }).toMatchObject({ status: 'completed', result: { succeeded: 1000, failed: 0 } })
    expect(brokenInvariants(library), `after kill ${kill}`).toEqual([])
    expect(countOf(`SELECT count(*) FROM image_metadata WHERE key LIKE 'kill${kill}-%' AND value = '${kill}'`)).toBe(
      1000,
    )
    expect(countOf(`SELECT count(*) FROM image_tag WHERE tag = 'kill${kill}'`)).toBe(images.length)
  }
})

test('a deletion for good goes on after a kill at any moment, and takes nothing that somebody else has', async () => {
  const chance = seededChance('deletion')
  const gone = await fill('Gone', 400)
  const kept = await fill('Kept', 50)
  await ask(`/${gone.project}`, { method: 'DELETE' })
  await station.kill()
  write((db) => db.prepare('UPDATE project SET trashed_at = 1577923200 WHERE trashed_at IS NOT NULL').run())
  for (let kill = 1; kill <= KILLS; kill += 1) {
    station = await startStation(library, SERVERS)
    await killAfter(station, chance() * 300)

    expect(brokenInvariants(library), `after kill ${kill}`).toEqual([])
  }
  station = await startStation(library, SERVERS)

  await expect.poll(() => countOf(`SELECT count(*) FROM project`)).toBe(1)
  await expect.poll(() => orphans(library)).toEqual([])
  await untilIdle(station.studio)
  expect(brokenInvariants(library)).toEqual([])
  expect(await station.studio.images.ids({ project: kept.slug, filter: {}, sort: 'added' })).toEqual(kept.images)
  expect(countOf('SELECT count(*) FROM shape')).toBe(kept.images.length * SHAPES)
})

/** Tags and describes the images in a thousand updates that are all of this kill. */
async function changeAll(images: readonly string[], kill: number) {
  const updates = Array.from({ length: 1000 }, (_, nth) => ({
    imageId: images[nth % images.length],
    metadata: { [`kill${kill}-${nth}`]: kill },
    addTags: [`kill${kill}`],
  }))
  const response = await ask('/images/metadata', { method: 'POST', body: JSON.stringify({ updates }) })
  return z.object({ taskId: TaskId }).parse(await response.json())
}

const SHAPES = 40

/**
 * A project with so many labeled images of a few bytes each, put straight into the library. The images of all projects have
 * the same bytes, number by number.
 */
async function fill(name: string, count: number) {
  const { slug } = await station.studio.projects.create({ name, type: 'object-detection' })
  const { id: classId } = await station.studio.projects.classes.create({ project: slug, name: 'thing' })
  await station.kill()
  const blobs = await Promise.all(Array.from({ length: count }, (_, nth) => storeBlob(`${nth}`)))
  const images = blobs.map((_, nth) => `${name}${String(nth).padStart(12, '0')}`)
  write((db) => addImages(db, { name, slug, classId, blobs, images }))
  station = await startStation(library, SERVERS)
  return { slug, project: slug, images }
}

interface Images {
  readonly name: string
  readonly slug: string
  readonly classId: ClassId
  readonly blobs: readonly string[]
  readonly images: readonly string[]
}

function addImages(db: Database.Database, { name, slug, classId, blobs, images }: Images): void {
  const project = db.prepare('SELECT id FROM project WHERE slug = ?').pluck().get(slug)
  db.prepare('INSERT INTO batch (id, project_id, name, created_at) VALUES (?, ?, ?, 1)').run(name, project, name)
  const image = db.prepare(
    `INSERT INTO image (id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, state, added_at)
     VALUES (?, ?, ?, ?, ?, 1, 'png', 90, 90, '#808080', 0.5, 'train', 'started', ?)`,
  )
  const shape = db.prepare(
    `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
     VALUES (?, ?, ?, ?, 'hand', 'box', '{"x0":1,"y0":1,"x1":5,"y1":5}', 16)`,
  )
  for (const [nth, blob] of blobs.entries()) {
    const { lastInsertRowid } = image.run(images[nth], project, name, `${nth}.png`, blob, nth)
    for (let z = 0; z < SHAPES; z += 1) shape.run(lastInsertRowid, `shape${z}`, classId, z)
  }
}

async function storeBlob(text: string): Promise<string> {
  const hash = createHash('sha256').update(text).digest('hex')
  await mkdir(join(library, 'blobs', hash.slice(0, 2)), { recursive: true })
  await writeFile(join(library, 'blobs', hash.slice(0, 2), hash), text)
  return hash
}

function write(work: (db: Database.Database) => unknown): void {
  const db = new Database(join(library, 'library.db'))
  db.transaction(() => work(db))()
  db.close()
}

function countOf(sql: string): number {
  const db = new Database(join(library, 'library.db'), { readonly: true })
  try {
    return z.number().parse(db.prepare(sql).pluck().get())
  } finally {
    db.close()
  }
}

function ask(path: string, init: RequestInit): Promise<Response> {
  const headers = { authorization: `Bearer ${station.urls.apiKey}`, 'content-type': 'application/json' }
  return fetch(`${station.urls.management}/${station.urls.workspace}${path}`, { ...init, headers })
}
