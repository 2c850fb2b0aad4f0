import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ProjectSlug, type TaskId } from '#common/ids'
import { publishMany } from '../kit/published.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { brokenInvariants } from './invariants.ts'

const IMAGES = 300

test('a copy goes on after a kill in its middle, is seen by nobody before, and has every image once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  const library = join(folder, 'library')
  const flags = ['--only', 'studio', '--catalog', join(folder, 'shared')]
  await publishMany(join(folder, 'shared'), 'harbour', IMAGES)
  let station = await startStation(library, flags)
  try {
    const { taskId } = await station.studio.catalog.copy({ workspace: 'catalog', project: 'harbour' })
    await untilPartDone(station, taskId)
    expect(await station.studio.projects.list()).toEqual([])
    await station.kill()
    station = await startStation(library, flags)

    const task = await untilEnded(station.studio, taskId)

    expect(brokenInvariants(library)).toEqual([])
    expect(task).toMatchObject({
      status: 'completed',
      progress: { current: IMAGES, total: IMAGES },
      result: { images: IMAGES, leftOut: [], project: 'harbour-boats' },
    })
    // Each image has its labels once, also the one that was in the works when the program was killed.
    const [project, ...others] = await station.studio.projects.list()
    expect(others).toEqual([])
    expect(project).toMatchObject({ name: 'Harbour boats', images: IMAGES, unlabelled: 0 })
    const [boat] = await station.studio.projects.classes.list({ project: ProjectSlug.parse('harbour-boats') })
    expect(boat).toMatchObject({ name: 'boat', shapes: IMAGES, images: IMAGES })
  } finally {
    await station.kill()
    await removeFolder(folder)
  }
})

/** Waits, told by the studio's notes, until some images are done. */
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
