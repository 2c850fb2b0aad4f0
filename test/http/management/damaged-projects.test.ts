import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { changeRows } from '../../kit/library-rows.ts'
import { testStation } from '../../kit/station.ts'

const Listed = z.object({
  workspace: z.looseObject({
    projects: z.array(z.looseObject({ id: z.string() })),
    damagedProjects: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  }),
})
const Deleted = z.looseObject({ projectId: z.string() })
const Trash = z.looseObject({ items: z.array(z.looseObject({ type: z.string(), name: z.string() })) })

/** A project with a labeled image and a version; its type is then damaged. */
async function damagedProject() {
  const station = await testStation({ trashDays: 0 })
  onTestFinished(() => station.close())
  const project = await newProject(station)
  await uploadLabelled(station, project)
  await newVersion(station, project)
  changeRows(station.database, `UPDATE project SET type = 'object-defection' WHERE slug = '${project}'`)
  const listed = async () => Listed.parse((await station.management.get('/acme')).body).workspace
  const trash = async () => {
    const answer = await station.management.get('/acme/trash')
    expect(answer.status).toBe(200)
    return Trash.parse(answer.body).items
  }
  return { station, project, listed, trash }
}

test('a damaged project is listed as damaged, and can be moved to the trash and restored', async () => {
  const { station, project, listed, trash } = await damagedProject()
  const { projects, damagedProjects } = await listed()
  expect([projects, damagedProjects]).toEqual([[], [{ id: `acme/${project}`, name: expect.any(String) }]])

  const deleted = await station.management.request('DELETE', `/acme/${project}`)
  expect(deleted.status).toBe(200)
  expect((await listed()).damagedProjects).toBeUndefined()
  expect((await trash()).map(({ type }) => type)).toEqual(['project'])

  const { projectId: id } = Deleted.parse(deleted.body)
  const restored = await station.management.post('/acme/trash/restore', { json: { type: 'project', id } })
  expect([restored.status, restored.body]).toMatchObject([200, { restored: true, url: project }])
  expect((await listed()).damagedProjects).toHaveLength(1)
})

test('a project with a damaged address is listed by its id, and moves to the trash by it', async () => {
  const { station, project, listed, trash } = await damagedProject()
  changeRows(station.database, `UPDATE project SET slug = 'Bad Slug', name = 'Old harbor' WHERE slug = '${project}'`)
  const { projects, damagedProjects } = await listed()
  expect([projects, damagedProjects]).toEqual([[], [{ id: expect.stringMatching(/^acme\/\w+$/), name: 'Old harbor' }]])

  const [listedId] = damagedProjects ?? []
  const deleted = await station.management.request('DELETE', `/${listedId?.id}`)
  expect([deleted.status, deleted.body]).toMatchObject([200, { deleted: true }])
  const { projectId: id } = Deleted.parse(deleted.body)
  expect(listedId?.id).toBe(`acme/${id}`)
  expect((await trash()).map(({ type }) => type)).toEqual(['project'])

  const restored = await station.management.post('/acme/trash/restore', { json: { type: 'project', id } })
  expect([restored.status, restored.body]).toMatchObject([200, { restored: true, url: 'old-harbor' }])
  expect((await listed()).damagedProjects).toEqual([{ id: 'acme/old-harbor', name: 'Old harbor' }])
})

test('a project of which only the address is damaged is sound again after it was moved to the trash and restored', async () => {
  const { station, project, listed } = await damagedProject()
  changeRows(
    station.database,
    `UPDATE project SET slug = 'Bad Slug', type = 'object-detection' WHERE slug = '${project}'`,
  )
  const { projects, damagedProjects = [] } = await listed()
  expect([projects, damagedProjects]).toEqual([[], [expect.anything()]])
  const deleted = await station.management.request('DELETE', `/${damagedProjects[0]?.id}`)
  const { projectId: id } = Deleted.parse(deleted.body)
  expect((await station.management.post('/acme/trash/restore', { json: { type: 'project', id } })).status).toBe(200)
  const after = await listed()
  expect([after.projects.length, after.damagedProjects]).toEqual([1, undefined])
})

test('an address that was damaged in the trash is made anew from the name', async () => {
  const { station, project, listed } = await damagedProject()
  const deleted = Deleted.parse((await station.management.request('DELETE', `/acme/${project}`)).body)
  changeRows(
    station.database,
    `UPDATE project SET trashed_slug = 'Bad Slug', name = 'Cups' WHERE id = '${deleted.projectId}'`,
  )
  const other = await station.management.post('/acme/projects', { json: { name: 'Cups', type: 'object-detection' } })
  expect(other.status).toBe(201)
  const json = { type: 'project', id: deleted.projectId }
  const restored = await station.management.post('/acme/trash/restore', { json })
  expect([restored.status, restored.body]).toEqual([200, { restored: true, ...json, url: 'cups-2' }])
  expect((await listed()).damagedProjects).toEqual([{ id: 'acme/cups-2', name: 'Cups' }])
})

test('only a damaged project is found by its id', async () => {
  const { station, project } = await damagedProject()
  const { projectId: id } = Deleted.parse((await station.management.request('DELETE', `/acme/${project}`)).body)
  expect((await station.management.post('/acme/trash/restore', { json: { type: 'project', id } })).status).toBe(200)
  changeRows(station.database, `UPDATE project SET type = 'object-detection' WHERE id = '${id}'`)
  expect((await station.management.request('DELETE', `/acme/${id}`)).status).toBe(404)
  changeRows(station.database, `UPDATE project SET slug = 'Bad Slug' WHERE id = '${id}'`)
  expect((await station.management.get(`/acme/${id}`)).status).toBe(404)
  expect((await station.management.request('DELETE', `/acme/${id}/1`)).status).toBe(200)
  expect((await station.management.request('DELETE', `/acme/${id}`)).status).toBe(200)
})

test('a damaged project in the trash is deleted permanently, and its name is free at once', async () => {
  const { station, project, trash } = await damagedProject()
  changeRows(station.database, `UPDATE project SET name = 'Old harbor' WHERE slug = '${project}'`)
  expect((await station.management.request('DELETE', `/acme/${project}`)).status).toBe(200)
  const json = { name: 'Old harbor', type: 'object-detection' }
  expect((await station.management.post('/acme/projects', { json })).status).toBe(201)
  await station.cleanUp()
  expect(await trash()).toEqual([])
})

test('a version of a damaged project can be moved to the trash', async () => {
  const { station, project, trash } = await damagedProject()
  expect((await station.management.request('DELETE', `/acme/${project}/1`)).status).toBe(200)
  expect((await trash()).map(({ type }) => type)).toEqual(['version'])
})

test('a request to delete a damaged project by its name says that an address is needed', async () => {
  const { station, project } = await damagedProject()
  changeRows(station.database, `UPDATE project SET name = 'My boats' WHERE slug = '${project}'`)
  const answer = await station.management.request('DELETE', '/acme/My%20boats')
  expect([answer.status, answer.body]).toMatchObject([404, { error: expect.stringContaining('with the address') }])
})
