import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { TaskId } from '#common/ids'
import { someImage } from '../kit/images.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { type MadeEntry, makeZip } from '../kit/zip-maker.ts'
import { openUpload } from '../kit/zip-upload.ts'
import { brokenInvariants } from './invariants.ts'

const SERVERS = ['--only', 'studio,management']
const IMAGES = 300

const YOLO = '0 0.5 0.5 0.5 0.5'
const VOC = `<annotation><size><width>64</width><height>48</height></size><object><name>crate</name>
  <bndbox><xmin>1</xmin><ymin>1</ymin><xmax>20</xmax><ymax>20</ymax></bndbox></object></annotation>`

const ARCHIVES = [
  { kind: 'of one format', first: { path: 'labels/0.txt', content: YOLO } },
  { kind: 'with labels of several formats', first: { path: 'images/0.xml', content: VOC } },
]

test.each(ARCHIVES)(
  'an upload of a ZIP file $kind goes on after a kill, before its archive and in the middle of it',
  async ({ first }) => {
    const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
    let station = await startStation(library, SERVERS)
    try {
      const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
      const { signedUrl, taskId } = await openUpload(station, project)
      await station.kill()
      station = await startStation(library, SERVERS)
      await sendArchive(signedUrl.replace(/^http:\/\/[^/]+/, station.urls.management ?? ''), first)
      await untilPartDone(station, taskId)
      await station.kill()
      station = await startStation(library, SERVERS)

      const task = await untilEnded(station.studio, taskId)

      expect(brokenInvariants(library)).toEqual([])
      expect(task).toMatchObject({ status: 'completed', progress: { current: IMAGES, total: IMAGES } })
      expect(task.result).toMatchObject({ added: IMAGES, duplicates: 0, annotated: IMAGES, refused: [] })
      const ids = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
      expect(ids).toHaveLength(IMAGES)
      expect(await readdir(join(library, 'uploads'))).toEqual(['incoming'])
    } finally {
      await station.kill()
      await removeFolder(library)
    }
  },
)

test('an upload whose hour passed while the program was not running ends with the reason', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, SERVERS)
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Late', type: 'object-detection' })
    const { taskId } = await openUpload(station, project)
    await station.kill()
    const db = new Database(join(library, 'library.db'))
    db.prepare(`UPDATE task SET input = json_set(input, '$.expiresAt', '2020-01-01T00:00:00.000Z')`).run()
    db.close()
    station = await startStation(library, SERVERS)

    const task = await untilEnded(station.studio, taskId)

    expect(task).toMatchObject({
      status: 'failed',
      error: { code: 'archive-not-arrived' },
    })
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

async function sendArchive(url: string, first: MadeEntry): Promise<void> {
  const images = await Promise.all(Array.from({ length: IMAGES }, async () => someImage()))
  const classes = { path: 'data.yaml', content: 'names: [crate]' }
  const labelled = images.flatMap((content, at) => [
    { path: `images/${at}.png`, content },
    { path: `labels/${at}.txt`, content: YOLO },
  ])
  const entries = [classes, ...labelled.map((file) => (file.path === 'labels/0.txt' ? first : file))]
  const response = await fetch(url, { method: 'PUT', body: Buffer.from(makeZip(entries)) })
  expect(response.status).toBe(200)
}

/** Waits, told by the studio's notes, until some files are done. */
async function untilPartDone({ studio }: StationProcess, taskId: TaskId): Promise<void> {
  const notes = await studio.session.watch()
  for (;;) {
    const { status, progress } = await studio.tasks.read({ taskId })
    expect(status).toBe('running')
    if (progress !== null && progress.current > 0) break
    await notes.next()
  }
  await notes.return?.(undefined)
}
