import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { removeFolder } from '../kit/remove-folder.ts'
import { startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { openUpload } from '../kit/zip-upload.ts'

const SERVERS = ['--only', 'studio,management']

test('a task that was running in two crashes ends with the reason; a stop that was asked for does not count', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, SERVERS)
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    const { taskId } = await openUpload(station, project)
    expect(attemptsIn(library)).toBe(1)
    await station.stop()
    expect(attemptsIn(library)).toBe(0)
    for (const attempt of [1, 2]) {
      station = await startStation(library, SERVERS)
      await expect.poll(() => attemptsIn(library)).toBe(attempt)
      await station.kill()
    }

    station = await startStation(library, SERVERS)

    expect(await untilEnded(station.studio, taskId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('crashed twice during this task'),
    })
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

function attemptsIn(library: string): number | undefined {
  const db = new Database(join(library, 'library.db'), { readonly: true })
  try {
    return db.prepare<[], number>('SELECT attempts FROM task').pluck().get()
  } finally {
    db.close()
  }
}
