import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const Created = z.object({ id: z.string() })
let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

async function newFolder(json: object): Promise<string> {
  return Created.parse((await station.management.post('/acme/groups', { json })).body).id
}

test('a folder is made, told alone and among the others', async () => {
  const project = await newProject(station)
  const json = { name: 'Line 3', external_id: 'erp-1', projects: [`acme/${project}`], auth_groups: { read: ['a'] } }

  const created = await station.management.post('/acme/groups', { json })

  const { id } = Created.parse(created.body)
  const folder = { id, name: 'Line 3', parent_id: null, external_id: 'erp-1', projects: [{ id: `acme/${project}` }] }
  const told = await Promise.all(
    ['/acme/groups', `/acme/groups?groupId=${id}`, `/acme/groups/${id}`].map((path) => station.management.get(path)),
  )
  expect(created).toMatchObject({ status: 201, body: folder })
  expect(told.map(({ status, body }) => ({ status, body }))).toEqual(
    told.map(() => ({ status: 200, body: { data: [folder] } })),
  )
})

test('a folder is renamed with its key in the body, as clients send it', async () => {
  const id = await newFolder({ name: 'Old', parent_id: await newFolder({ name: 'Above' }) })

  const json = { name: 'New', api_key: station.key }
  const renamed = await station.management.post(`/acme/groups/${id}`, { key: null, json })

  expect(renamed).toMatchObject({ status: 200, body: { id, name: 'New', parent_id: expect.any(String) } })
})

test('projects are put in and taken out by a body, also of a DELETE', async () => {
  const project = await newProject(station)
  const id = await newFolder({ name: 'Box' })
  const json = { projects: [project] }

  const put = await station.management.request('PATCH', `/acme/groups/${id}/projects`, { json })
  const taken = await station.management.request('DELETE', `/acme/groups/${id}/projects`, { json })

  expect(put).toMatchObject({ status: 200, body: { data: [{ id, projects: [{ id: `acme/${project}` }] }] } })
  expect(taken).toMatchObject({ status: 200, body: { data: [{ id, projects: [] }] } })
})

test('a deleted folder answers 404', async () => {
  const id = await newFolder({ name: 'Gone' })

  const deleted = await station.management.request('DELETE', `/acme/groups/${id}`)

  expect(deleted).toMatchObject({ status: 200, body: { deleted: true, id } })
  const answers = await Promise.all([
    station.management.get(`/acme/groups/${id}`),
    station.management.get(`/acme/groups?groupId=${id}`),
    station.management.request('DELETE', `/acme/groups/${id}`),
    station.management.post(`/acme/groups/${id}`, { json: { name: 'Back' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test.each([
  [{}, 400, 'name is missing'],
  [{ name: ' ' }, 400, 'A folder needs a name'],
  [{ name: 'A', projects: 'cups' }, 400, 'projects'],
  [{ name: 'A', projects: ['nowhere'] }, 404, 'There is no project "nowhere" in Acme'],
  [{ name: 'A', parent_id: 'nowhere' }, 404, 'There is no folder "nowhere" in Acme'],
])('a folder from %j is refused by the name of what is wrong', async (json, status, sentence) => {
  const answer = await station.management.post('/acme/groups', { json })

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(sentence) } })
})

test('a folder moved into itself is a conflict', async () => {
  const id = await newFolder({ name: 'Loop' })

  const answer = await station.management.post(`/acme/groups/${id}`, { json: { parent_id: id } })

  expect(answer).toMatchObject({ status: 409, body: { error: 'Loop cannot be moved into itself' } })
})

test('folders of another workspace are not there', async () => {
  const other = await station.addWorkspace('fish')
  const id = await newFolder({ name: 'Ours' })

  const [listed, read] = [
    await station.management.get('/fish/groups', { key: other.key }),
    await station.management.get(`/fish/groups/${id}`, { key: other.key }),
  ]

  expect(listed.body).toEqual({ data: [] })
  expect(read.status).toBe(404)
})
