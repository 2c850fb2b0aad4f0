import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

test('a project is created with an address made from its name', async () => {
  const json = { name: 'Fish & Boats', type: 'instance-segmentation', license: 'MIT', annotation: 'Things at Sea' }

  const answer = await station.management.post('/acme/projects', { json })

  const now = Date.now() / 1000
  expect(answer).toMatchObject({ status: 201 })
  expect(answer.body).toEqual({
    id: 'acme/fish-boats',
    type: 'instance-segmentation',
    name: 'Fish & Boats',
    created: expect.closeTo(now, -1),
    updated: expect.closeTo(now, -1),
    images: 0,
    unannotated: 0,
    annotation: 'things-at-sea',
    public: false,
    splits: { train: 0, valid: 0, test: 0 },
    classes: {},
    colors: {},
    versions: 0,
  })
})

test('a second project with the same name is a conflict', async () => {
  const json = { name: 'Twice', type: 'object-detection' }
  await station.management.post('/acme/projects', { json })

  const answer = await station.management.post('/acme/projects', { json })

  expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('twice') } })
})

test.each([
  [{ type: 'object-detection' }, 'name is missing'],
  [{ name: 'Gulls' }, 'type is missing'],
  [{ name: 7, type: 'object-detection' }, 'name must be a string'],
  [{ name: ' ', type: 'object-detection' }, 'A project needs a name'],
  [{ name: 'x'.repeat(101), type: 'object-detection' }, 'A project name has at most 100 characters'],
  [['Gulls'], 'The body must be a JSON object'],
])('a project from %j is refused by the name of what is wrong', async (json, sentence) => {
  const answer = await station.management.post('/acme/projects', { json })

  expect(answer).toMatchObject({ status: 400, body: { error: sentence } })
})

test('a type that there is not is refused with those that there are', async () => {
  const json = { name: 'Posts', type: 'video' }

  const answer = await station.management.post('/acme/projects', { json })

  const sentence = expect.stringContaining('object-detection, instance-segmentation')
  expect(answer).toMatchObject({ status: 400, body: { error: sentence } })
})

test('a project is told with its counts, classes and versions', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project, { split: 'valid' })

  const answer = await station.management.get(`/acme/${project}`)

  expect(answer).toMatchObject({
    status: 200,
    body: {
      workspace: { name: 'Acme', url: 'acme', members: 1 },
      project: {
        id: `acme/${project}`,
        images: 1,
        unannotated: 0,
        splits: { train: 0, valid: 1, test: 0 },
        classes: { crate: 1 },
        colors: { crate: '#78A4F6' },
      },
      versions: [],
    },
  })
})

test('a project is found by its name too, as clients that do not know its address ask for it', async () => {
  await station.management.post('/acme/projects', { json: { name: 'Blue Boats', type: 'object-detection' } })

  const answer = await station.management.get('/acme/Blue%20Boats')

  expect(answer).toMatchObject({ status: 200, body: { project: { id: 'acme/blue-boats' } } })
})

test('an unknown project is answered 404 by its name', async () => {
  const answer = await station.management.get('/acme/no-such-project')

  expect(answer).toMatchObject({ status: 404, body: { error: 'There is no project "no-such-project" in Acme' } })
})

test('a workspace lists its projects as whole project objects', async () => {
  const project = await newProject(station)

  const [workspace, alone] = [await station.management.get('/acme'), await station.management.get(`/acme/${project}`)]

  expect(workspace).toMatchObject({ status: 200, body: { workspace: { name: 'Acme', url: 'acme', members: 1 } } })
  expect(alone.body).toMatchObject({ project: { id: `acme/${project}`, versions: 0 } })
  expect(workspace.body).toMatchObject({
    workspace: { projects: expect.arrayContaining([expect.objectContaining({ id: `acme/${project}`, versions: 0 })]) },
  })
})
