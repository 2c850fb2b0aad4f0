import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { imageHost } from '../kit/image-host.ts'
import { someImage } from '../kit/images.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { makeZip } from '../kit/zip-maker.ts'
import { openUpload } from '../kit/zip-upload.ts'

const SERVERS = ['--only', 'studio,management']

test('a task that was running in two crashes ends with the reason; a stop that was asked for does not count', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  const host = await imageHost({ '/never.png': () => undefined })
  const flags = ['--only', 'studio', '--trusted-hosts', host.host]
  let station = await startStation(library, flags)
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    const urls = [`http://${host.host}/never.png`]
    const { taskId } = await station.studio.imports.fetch({ project, batchName: 'Web', urls })
    await expect.poll(() => attemptsIn(library)).toBe(1)
    await station.stop()
    expect(attemptsIn(library)).toBe(0)
    for (const attempt of [1, 2]) {
      station = await startStation(library, flags)
      await expect.poll(() => attemptsIn(library)).toBe(attempt)
      await station.kill()
    }

    station = await startStation(library, flags)

    expect(await untilEnded(station.studio, taskId)).toMatchObject({
      status: 'failed',
      error: { code: 'task-crashed-twice' },
    })
  } finally {
    await station.kill()
    await host.close()
    await removeFolder(library)
  }
})

test('an upload that waits for its archive outlives any number of crashes', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  let station = await startStation(library, SERVERS)
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    const { signedUrl, taskId } = await openUpload(station, project)
    for (let crash = 0; crash < 3; crash += 1) {
      await station.kill()
      station = await startStation(library, SERVERS)
    }
    const archive = makeZip([{ path: 'crate.png', content: await someImage() }])

    const address = signedUrl.replace(/^http:\/\/[^/]+/, station.urls.management ?? '')
    const { status } = await fetch(address, { method: 'PUT', body: Buffer.from(archive) })

    expect(status).toBe(200)
    expect(await untilEnded(station.studio, taskId)).toMatchObject({ status: 'completed', result: { added: 1 } })
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
