import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProjectSlug, TaskId } from '#common/ids'
import { someImage } from '../kit/images.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { readZip } from '../kit/zip-file.ts'
import { brokenInvariants } from './invariants.ts'

const SERVERS = ['--only', 'studio']
const IMAGES = 120

test('an export of a search goes on after a kill, and holds every image once', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, SERVERS)
  try {
    const project = await fill(station)
    const order = { project, picked: { filter: { search: 'image' } }, format: 'coco' }
    const { taskId } = await station.studio.exports.startPicked(order)
    for (const share of [0.05, 0.3]) {
      await untilDone(station, taskId, share)
      await station.kill()
      station = await startStation(library, SERVERS)
    }

    const task = await untilEnded(station.studio, taskId)

    expect(task).toMatchObject({ status: 'completed', result: { images: IMAGES } })
    // The images of an export are let go just behind its end.
    await expect.poll(() => brokenInvariants(library)).toEqual([])
    const response = await station.fetch(String(task.result?.['url']))
    const files = await readZip(Buffer.from(await response.arrayBuffer()))
    const images = [...files.keys()].filter((path) => path.endsWith('.jpg'))
    expect(new Set(images.map((path) => path.replace(/_png\.rf.*/, ''))).size).toBe(IMAGES)
    expect(images).toHaveLength(IMAGES)
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

/** A project of images that must each be made into a JPEG. */
async function fill({ studio, sendFile }: StationProcess): Promise<ProjectSlug> {
  const { slug: project } = await studio.projects.create({ name: 'Crash', type: 'object-detection' })
  const { taskId } = await studio.imports.start({ project, batchName: 'First', expected: IMAGES })
  for (let at = 0; at < IMAGES; at += 1) await sendFile(taskId, `image-${at}.png`, await someImage(640, 480))
  await studio.imports.finish({ taskId })
  return project
}

/** Waits, told by the studio's notes, until a share of the work is done. */
async function untilDone({ studio }: StationProcess, taskId: TaskId, share: number): Promise<void> {
  const notes = await studio.session.watch()
  for (;;) {
    const { status, progress } = await studio.tasks.read({ taskId })
    if (status === 'completed' || (progress !== null && progress.current >= share * progress.total)) break
    await notes.next()
  }
  await notes.return?.(undefined)
}
