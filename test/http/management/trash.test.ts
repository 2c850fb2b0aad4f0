import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { newProject, newVersion, upload, uploadLabelled } from '../../kit/dataset.ts'
import { changeRows } from '../../kit/library-rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const DAY_MS = 86_400_000
const Deleted = z.object({ projectId: z.string() })
const Listed = z.object({ items: z.array(z.looseObject({ deletedAt: z.string(), scheduledCleanupAt: z.string() })) })
const Exported = z.object({ export: z.object({ link: z.string() }) })

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

function daysKept({ deletedAt, scheduledCleanupAt }: z.infer<typeof Listed>['items'][number]): number {
  return (Date.parse(scheduledCleanupAt) - Date.parse(deletedAt)) / DAY_MS
}

/** Moves a project to the trash; answers the identifier that brings it back. */
async function remove(path: string): Promise<string> {
  return Deleted.parse((await station.management.request('DELETE', path)).body).projectId
}

function restore(json: object) {
  return station.management.post('/acme/trash/restore', { json })
}

async function projectWithVersion(): Promise<string> {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  await newVersion(station, project)
  return project
}

/** The link to an archive of version 1, asked for until it is made. */
async function exportLink(project: string): Promise<string> {
  const answer = await station.management.get(`/acme/${project}/1/coco`)
  if (answer.status === 200) return Exported.parse(answer.body).export.link
  const tasks = await station.services.tasks.list(station.workspace)
  await Promise.all(tasks.filter(({ kind }) => kind === 'export').map(({ taskId }) => station.taskEnd(taskId)))
  return exportLink(project)
}

test('a deleted project is answered as moved to the trash and listed there for thirty days', async () => {
  const project = await newProject(station)

  const deleted = await station.management.request('DELETE', `/acme/${project}`)

  const { projectId } = Deleted.parse(deleted.body)
  expect(deleted).toMatchObject({
    status: 200,
    body: { deleted: true, type: 'project', workspace: 'acme', project, projectId, trash: true },
  })
  const { body } = await station.management.get('/acme/trash')
  const item = expect.objectContaining({ id: projectId, type: 'project', url: project, deletedByName: 'Acme' })
  expect(body).toMatchObject({
    items: expect.arrayContaining([item]),
    sections: { projects: expect.arrayContaining([item]), versions: [], workflows: [], trainings: [] },
  })
  const days = Listed.parse(body).items.map(daysKept)
  expect(days).toEqual([30])
})

test('a project in the trash answers 404 to everything, and its links lead nowhere', async () => {
  const project = await projectWithVersion()
  const image = await upload(station, project)
  const archive = await exportLink(project)
  const told = await station.management.get(`/acme/${project}/images/${image}`)
  const links = z.object({ image: z.object({ urls: z.object({ original: z.string() }) }) }).parse(told.body)
  await remove(`/acme/${project}`)

  const answers = await Promise.all([
    station.management.get(`/acme/${project}`),
    station.management.request('DELETE', `/acme/${project}`),
    station.management.get(`/acme/${project}/1`),
    station.management.get(`/acme/${project}/1/coco`),
    station.management.get(`/acme/${project}/images/${image}`),
    station.management.post(`/acme/${project}/generate`, { json: {} }),
    station.management.post(`/acme/${project}/splits/rebalance`, { json: { splits: { train: 1, valid: 0, test: 0 } } }),
    station.management.get(archive, { key: null }),
    station.management.get(links.image.urls.original, { key: null }),
  ])
  const workspace = await station.management.get('/acme')

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(JSON.stringify(workspace.body)).not.toContain(`acme/${project}"`)
})

test('a restored project is whole again', async () => {
  const project = await projectWithVersion()
  const archive = await exportLink(project)
  const before = await station.management.get(`/acme/${project}`)
  const id = await remove(`/acme/${project}`)

  const restored = await restore({ type: 'project', id })

  expect(restored).toMatchObject({ status: 200, body: { restored: true, type: 'project', id, url: project } })
  expect((await station.management.get(`/acme/${project}`)).body).toEqual(before.body)
  expect((await station.management.get(archive, { key: null })).status).toBe(200)
})

test('a project whose address was taken meanwhile comes back under a free one', async () => {
  const json = { name: 'Cups', type: 'object-detection' }
  await station.management.post('/acme/projects', { json })
  const id = await remove('/acme/cups')
  await station.management.post('/acme/projects', { json })

  const restored = await restore({ type: 'project', id })

  const message = '"cups" was taken meanwhile, so the project is "cups-2" now'
  expect(restored.body).toEqual({
    restored: true,
    type: 'project',
    id,
    url: 'cups-2',
    takenUrl: 'cups',
    message,
  })
  expect((await station.management.get('/acme/cups-2')).body).toMatchObject({ project: { name: 'Cups' } })
})

test('a deleted version is listed under its number and project, and comes back by both', async () => {
  const project = await projectWithVersion()
  const before = await station.management.get(`/acme/${project}/1`)

  const deleted = await station.management.request('DELETE', `/acme/${project}/1`)
  const { projectId } = Deleted.parse(deleted.body)
  const gone = await station.management.get(`/acme/${project}/1`)
  const trash = await station.management.get('/acme/trash')
  const restored = await restore({ type: 'version', id: 1, parentId: projectId })

  expect(deleted).toMatchObject({ status: 200, body: { deleted: true, type: 'version', project, version: '1' } })
  expect(gone.status).toBe(404)
  const item = { id: '1', type: 'version', name: 'Version 1', parentId: projectId, parentUrl: project }
  expect(trash.body).toMatchObject({ sections: { versions: expect.arrayContaining([expect.objectContaining(item)]) } })
  expect(restored).toMatchObject({ status: 200, body: { restored: true, type: 'version', id: '1' } })
  expect((await station.management.get(`/acme/${project}/1`)).body).toEqual(before.body)
})

test('a version in the trash answers 404, is not counted, and its number is not given again', async () => {
  const project = await projectWithVersion()
  const archive = await exportLink(project)
  await remove(`/acme/${project}/1`)

  const answers = await Promise.all([
    station.management.request('DELETE', `/acme/${project}/1`),
    station.management.get(`/acme/${project}/1/coco`),
    station.management.get(archive, { key: null }),
  ])
  const told = await station.management.get(`/acme/${project}`)
  const next = await newVersion(station, project)

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(told.body).toMatchObject({ project: { versions: 0 }, versions: [] })
  expect(next).toBe(2)
})

test('a version cannot be restored while its project is in the trash, and is not listed beside it', async () => {
  const project = await projectWithVersion()
  const parentId = await remove(`/acme/${project}/1`)
  await remove(`/acme/${project}`)

  const refused = await restore({ type: 'version', id: '1', parentId })
  const { items } = Listed.parse((await station.management.get('/acme/trash')).body)

  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('Restore the project first') } })
  expect(items.filter(({ parentUrl }) => parentUrl === project)).toEqual([])
  await restore({ type: 'project', id: parentId })
  expect(await restore({ type: 'version', id: '1', parentId })).toMatchObject({ status: 200 })
})

test('a version that is still being generated is refused with what to do', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  const started = await station.management.post(`/acme/${project}/generate`, { json: {} })

  const refused = await station.management.request('DELETE', `/acme/${project}/1`)

  await station.taskEnd(z.object({ taskId: z.string() }).parse(started.body).taskId)
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('still being generated') } })
})

test('deleting a project cancels its tasks, and what they had not finished is gone', async () => {
  const project = await newProject(station)
  for (let i = 0; i < 4; i += 1) await uploadLabelled(station, project)
  const started = await station.management.post(`/acme/${project}/generate`, { json: {} })
  const { taskId } = z.object({ taskId: z.string() }).parse(started.body)

  const id = await remove(`/acme/${project}`)
  const task = await station.taskEnd(taskId)
  await restore({ type: 'project', id })

  expect(task).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
  expect((await station.management.get(`/acme/${project}`)).body).toMatchObject({ versions: [] })
})

test.each([
  [{ type: 'project', id: 'nosuchproject0000000' }, 404, 'There is no project "nosuchproject0000000" in the trash'],
  [{ type: 'project', id: '~' }, 404, 'There is no project "~" in the trash'],
  [{ type: 'version', id: '1' }, 400, 'parentId is missing: the parentId of the version in the trash list'],
  [{ type: 'version', id: 'x', parentId: 'nosuchproject0000000' }, 404, 'There is no version "x" in the trash'],
  [{ type: 'workflow', id: 'a' }, 404, 'There is no workflow "a" in the trash'],
  [{ type: 'gull', id: 'a' }, 400, 'type must be project, version, workflow or model'],
  [{ id: 'a' }, 400, 'type is missing'],
  [{ type: 'project' }, 400, 'id'],
])('restoring %j is refused by the name of what is wrong', async (json, status, sentence) => {
  const answer = await restore(json)

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(sentence) } })
})

test('the trash of another workspace is its own', async () => {
  const other = await station.addWorkspace('fish')
  const id = await remove(`/acme/${await newProject(station)}`)

  const [listed, restored, deleted] = [
    await station.management.get('/fish/trash', { key: other.key }),
    await station.management.post('/fish/trash/restore', { key: other.key, json: { type: 'project', id } }),
    await station.management.get('/acme/trash', { key: other.key }),
  ]

  expect(listed).toMatchObject({ status: 200, body: { items: [] } })
  expect(restored.status).toBe(404)
  expect(deleted.status).toBe(403)
})

/** Gives images that no other version here has. */
const SMALLER = { preprocessing: { resize: { width: 32, height: 32, format: 'Stretch to' } } }

describe('the clean-up', () => {
  let due: TestStation

  afterEach(async () => due.close())

  /** A station where everything in the trash is due at once. */
  async function dueStation(): Promise<TestStation> {
    due = await testStation({ trashDays: 0 })
    return due
  }

  test('deletes what is due with its files, and nothing that something living still names', async () => {
    const { management, storedBlobs, cachedCopies, cleanUp } = await dueStation()
    const [kept, gone] = [await newProject(due), await newProject(due)]
    for (const project of [kept, gone]) await uploadLabelled(due, project)
    await newVersion(due, gone, SMALLER)
    await newVersion(due, kept)
    const frozen = await uploadLabelled(due, kept)
    await newVersion(due, kept)
    // A file is free to go once a round has seen its row.
    await cleanUp()
    const before = await storedBlobs()
    const copies = await cachedCopies()
    await management.request('DELETE', `/acme/${gone}`)
    await due.services.images.trash(await projectOf(kept), [ImageId.parse(frozen)])

    await cleanUp()

    const after = await storedBlobs()
    expect(before.length - after.length).toBe(2)
    expect(copies.length - (await cachedCopies()).length).toBe(1)
    expect((await management.get('/acme/trash')).body).toMatchObject({ items: [] })
    expect((await management.get(`/acme/${kept}/2`)).body).toMatchObject({ version: { images: 2 } })
    expect(await exportStatus(kept, 2)).toBe(200)
  })

  test('takes a version away and leaves its project and the other versions', async () => {
    const { management, storedBlobs, cleanUp } = await dueStation()
    const project = await newProject(due)
    await uploadLabelled(due, project)
    await newVersion(due, project)
    await newVersion(due, project, SMALLER)
    // A file is free to go once a round has seen its row.
    await cleanUp()
    const before = await storedBlobs()
    const { projectId } = Deleted.parse((await management.request('DELETE', `/acme/${project}/1`)).body)

    await cleanUp()

    const restored = await management.post('/acme/trash/restore', {
      json: { type: 'version', id: '1', parentId: projectId },
    })
    expect(restored.status).toBe(404)
    expect((await management.get(`/acme/${project}`)).body).toMatchObject({ project: { images: 1, versions: 1 } })
    expect((await management.get(`/acme/${project}/2`)).status).toBe(200)
    expect(before.length - (await storedBlobs()).length).toBe(1)
  })

  test('leaves what is not due yet', async () => {
    due = await testStation({ trashDays: 1 })
    const project = await newProject(due)
    await uploadLabelled(due, project)
    const { projectId: id } = Deleted.parse((await due.management.request('DELETE', `/acme/${project}`)).body)

    await due.cleanUp()

    const restored = await due.management.post('/acme/trash/restore', { json: { type: 'project', id } })
    expect(restored.status).toBe(200)
    expect((await due.management.get(`/acme/${project}`)).body).toMatchObject({ project: { images: 1 } })
  })

  test.each([-5, 1e-9, 9.99e-300])('leaves what has a damaged date in the trash: %d', async (date) => {
    const { management, cleanUp, database } = await dueStation()
    const [trashed, kept] = [await newProject(due), await newProject(due)]
    const image = await uploadLabelled(due, kept)
    await uploadLabelled(due, kept)
    await newVersion(due, kept)
    await management.request('DELETE', `/acme/${trashed}`)
    await management.request('DELETE', `/acme/${kept}/1`)
    await due.services.images.trash(await projectOf(kept), [ImageId.parse(image)])
    for (const table of ['project', 'version', 'image'])
      changeRows(database, `UPDATE ${table} SET trashed_at = ${date} WHERE trashed_at IS NOT NULL`)

    await cleanUp()

    const now = Date.now() / 1000
    for (const table of ['project', 'version', 'image'])
      expect(() =>
        changeRows(database, `UPDATE ${table} SET trashed_at = ${now} WHERE trashed_at = ${date}`),
      ).not.toThrow()
    expect((await management.get('/acme/trash')).body).toMatchObject({
      items: [{ type: 'project' }, { type: 'version' }],
    })
  })

  async function projectOf(slug: string) {
    const found = await due.services.projects.find(due.workspace, slug)
    if (!found.ok) throw new Error(sentenceOf(found.error))
    return found.value
  }

  async function exportStatus(project: string, version: number): Promise<number> {
    const { status } = await due.management.get(`/acme/${project}/${version}/coco`)
    if (status !== 202) return status
    const tasks = await due.services.tasks.list(due.workspace)
    await Promise.all(tasks.filter(({ kind }) => kind === 'export').map(({ taskId }) => due.taskEnd(taskId)))
    return exportStatus(project, version)
  }
})
