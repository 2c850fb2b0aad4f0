import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { datasetProject } from '../kit/datasets.ts'
import { inWords } from '../kit/in-words.ts'
import { type TestStation, testStation } from '../kit/station.ts'

let station: TestStation

beforeEach(async () => {
  station = await testStation()
})

afterEach(async () => station.close())

const REFUSED = {
  ok: false,
  error: { reason: 'task-not-started', message: expect.stringContaining('could not start the task') },
}

describe('whoever waits for a task that fails before its first step is told so', () => {
  test('where the folder of datasets is gone', async () => {
    const project = await datasetProject(station)
    await rm(join(station.folder, 'staging'), { recursive: true })

    const opened = await station.datasets.open(project, { name: 'Bay', expected: 1 })

    expect(inWords(opened)).toMatchObject(REFUSED)
    const [task] = await station.tasks.list(station.workspace)
    expect(task).toMatchObject({ status: 'failed', error: { english: 'ENOENT: no such file or directory' } })
  })

  test('where the start cannot be written down', async () => {
    const project = await datasetProject(station)
    refuseStarts(station.database)

    const answers = await Promise.all([
      station.datasets.open(project, { name: 'Bay', expected: 1 }),
      station.imports.start(project, 'Bay', 1),
    ])
    const zip = await station.management.post(`/${station.workspace.slug}/${project.slug}/upload/zip`, { json: {} })

    expect(answers.map(inWords)).toEqual([REFUSED, REFUSED])
    expect(zip).toMatchObject({ status: 500, body: { error: REFUSED.error.message } })
  })
})

function refuseStarts(database: string): void {
  const db = new Database(database)
  db.exec(
    `CREATE TRIGGER refuse_start BEFORE UPDATE ON task WHEN new.status = 'running'
      BEGIN SELECT raise(ABORT, 'No task starts'); END`,
  )
  db.close()
}
