import { statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ShapeId, type TaskId } from '#common/ids'
import { removeFolder } from '../kit/remove-folder.ts'
import { photo, type StationProcess, type StudioClient, startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'

const SETTINGS = {
  preprocessing: {
    'auto-orient': true,
    remap: { other: '' },
    tile: { rows: 2, columns: 2 },
    'filter-null': { percent: 60 },
    resize: { width: 160, height: 160, format: 'Fit (reflect edges) in' as const },
  },
  augmentation: { mosaic: true, noise: { percent: 5 }, bbrotate: { degrees: 20 }, image: { versions: 14 } },
}
const SEED = '00112233445566778899aabbccddeeff'
/** Images that are finished when the kill comes. */
const KILLS_AT = [5, 40, 80]
const MARK = '{"mark":{"isMarked":true}}'
const PHOTOS = ['astronaut.jpg', 'brick.jpg', 'camera.jpg', 'chelsea.jpg', 'clock.jpg', 'coffee.jpg', 'rocket.jpg']

test('a version of tiles and mosaics goes on after kills, makes no finished image again, and ends as if undisturbed', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, ['--only', 'studio'])
  try {
    const project = await prepare(station.studio, station)
    const order = { project, name: '', settings: SETTINGS, seed: SEED }
    const { taskId, version } = await station.studio.versions.start(order)
    let finished: Finished[] = []
    for (const count of KILLS_AT) {
      await untilFinished(station.studio, taskId, count)
      await station.kill()
      finished = finishedOf(library, version)
      markAll(library)
      expect(finished.length).toBeGreaterThanOrEqual(count)
      station = await startStation(library, ['--only', 'studio'])
    }
    const ended = await untilEnded(station.studio, taskId)
    const resumed = finishedOf(library, version)

    const undisturbed = await station.studio.versions.start(order)
    const { result } = await untilEnded(station.studio, undisturbed.taskId)

    expect(ended).toMatchObject({
      status: 'completed',
      result: { images: result?.['images'], splits: result?.['splits'] },
    })
    expect(resumed.map(contentOf)).toEqual(finishedOf(library, undisturbed.version).map(contentOf))
    // Equal images are dropped at the end.
    const kept = new Map(resumed.map((image) => [placeOf(image), image]))
    const untouched = finished.filter((image) => kept.has(placeOf(image)))
    expect(untouched.map((image) => kept.get(placeOf(image)))).toEqual(
      untouched.map((image) => ({ ...image, drawn: MARK })),
    )
    expect(resumed.filter(({ drawn }) => drawn === MARK).length).toBeGreaterThanOrEqual(KILLS_AT.at(-1) ?? 0)
    expect(resumed.filter(({ drawn }) => drawn !== MARK).length).toBeGreaterThan(0)
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

/** Seven photographs; on two of them the only label is of a class that is left out. */
async function prepare(studio: StudioClient, station: StationProcess) {
  const { slug: project } = await studio.projects.create({ name: 'Parts', type: 'object-detection' })
  const [thing, other] = [
    await studio.projects.classes.create({ project, name: 'thing' }),
    await studio.projects.classes.create({ project, name: 'other' }),
  ]
  const { taskId } = await studio.imports.start({ project, batchName: 'First', expected: PHOTOS.length })
  for (const [index, name] of PHOTOS.entries()) {
    const { image } = await station.sendFile(taskId, name, await photo(name))
    if (image === null) throw new Error(`${name} was not taken in`)
    const classId = index < 2 ? other.id : thing.id
    const box = { x0: 30, y0: 20, x1: 220, y1: 210 }
    const after = {
      id: ShapeId.parse(`shape${index}xxx`),
      classId,
      z: 0,
      origin: 'hand' as const,
      kind: 'box' as const,
      box,
    }
    const edit = { label: 'Draw box', changes: [{ before: null, after }] }
    await studio.annotations.commit({ project, image, revision: 0, edit })
  }
  await studio.imports.finish({ taskId })
  return project
}

/** Told by the studio's notes. */
async function untilFinished(studio: StudioClient, taskId: TaskId, count: number): Promise<void> {
  const stop = new AbortController()
  const notes = await studio.session.watch(undefined, { signal: stop.signal })
  try {
    for (;;) {
      const { status, progress } = await studio.tasks.read({ taskId })
      if ((progress?.current ?? 0) >= count) return
      if (status === 'completed' || status === 'failed') throw new Error(`The task is ${status} before ${count} images`)
      await notes.next()
    }
  } finally {
    await notes.return?.(undefined)
    stop.abort()
  }
}

interface Finished {
  readonly source: number
  readonly part: number
  readonly variant: number
  readonly split: string
  readonly blob: string
  readonly shapes: string
  readonly drawn: string
  /** Of the file with the pixels; another file is another number. */
  readonly inode: number
}

function placeOf({ source, part, variant }: Finished): string {
  return `${source}:${part}:${variant}`
}

/** Content that does not depend on the time of making. */
function contentOf({ source, part, variant, split, blob, shapes }: Finished) {
  return { source, part, variant, split, blob, shapes }
}

function finishedOf(library: string, version: number): Finished[] {
  const db = new Database(join(library, 'library.db'), { readonly: true })
  try {
    const rows = db.prepare<[number], Omit<Finished, 'inode'>>(
      `SELECT i.source, i.part, i.variant, i.split, i.blob, i.shapes, i.drawn
         FROM version_image i JOIN version v ON v.id = i.version_id WHERE v.number = ?
        ORDER BY i.source, i.part, i.variant`,
    )
    const inodeOf = (blob: string) => statSync(join(library, 'blobs', blob.slice(0, 2), blob)).ino
    return rows.all(version).map((row) => ({ ...row, inode: inodeOf(row.blob) }))
  } finally {
    db.close()
  }
}

/** Leaves a mark on the finished images, which would be gone if they were made again. */
function markAll(library: string): void {
  const db = new Database(join(library, 'library.db'))
  try {
    db.prepare('UPDATE version_image SET drawn = ?').run(MARK)
  } finally {
    db.close()
  }
}
