import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const CONFIG = '{"specification":{"version":"1.0","inputs":[],"steps":[],"outputs":[]}}'

test('a workflow is made of what the query says, thirty thousand characters of it, with an empty body', async () => {
  const padding = 'x'.repeat(30_000)
  const config = `{"specification":{"version":"1.0","note":"${padding}"}}`
  const query = new URLSearchParams({ name: 'Long one', url: '', template: '', config })

  const answer = await station.management.post(`/acme/createWorkflow?${query.toString()}`)

  const workflow = { id: expect.any(String), name: 'Long one', url: 'long-one', config, version: 1 }
  expect(answer).toMatchObject({ status: 201, body: { workflow, id: expect.any(String), url: 'long-one' } })
})

test('what stands in the body goes before the query', async () => {
  const json = { name: 'Body', url: 'from-body', config: CONFIG }

  const answer = await station.management.post('/acme/createWorkflow?name=Query&url=from-query', { json })

  expect(answer).toMatchObject({ status: 201, body: { workflow: { name: 'Body', url: 'from-body', config: CONFIG } } })
})

test('the list tells identity and age, the detail the steps', async () => {
  await station.management.post('/acme/createWorkflow', { json: { name: 'Listed', config: CONFIG } })

  const list = await station.management.get('/acme/workflows')
  const one = await station.management.get('/acme/workflows/listed')

  const head = { id: expect.any(String), name: 'Listed', url: 'listed', createdAt: expect.stringMatching(/Z$/) }
  expect(list.body).toMatchObject({ workflows: expect.arrayContaining([head]), status: 'ok' })
  expect(JSON.stringify(list.body)).not.toContain('specification')
  expect(one.body).toMatchObject({ workflow: { ...head, config: CONFIG }, status: 'ok' })
})

test('a token reads workflows and nothing else', async () => {
  await station.management.post('/acme/createWorkflow', { json: { name: 'Shown' } })
  const made = await station.management.post('/acme/workflowToken', { json: { workflow: 'shown' } })
  const { token } = z.object({ token: z.string(), expiresAt: z.iso.datetime() }).parse(made.body)

  const read = await station.management.get('/acme/workflows/shown', { key: token })
  const others = await station.management.get('/acme', { key: token })
  const change = await station.management.post('/acme/createWorkflow', { key: token, json: { name: 'No' } })

  expect(made.status).toBe(201)
  expect(read.status).toBe(200)
  expect([others.status, change.status]).toEqual([403, 403])
})

async function tokenFor(json: object, key?: string): Promise<string> {
  const made = await station.management.post('/acme/workflowToken', { json, ...(key && { key }) })
  expect(made).toMatchObject({ status: 201 })
  return z.object({ token: z.string() }).parse(made.body).token
}

test('a token reads the workflow that it was made for, and no other', async () => {
  await station.management.post('/acme/createWorkflow', { json: { name: 'Mine', url: 'mine' } })
  await station.management.post('/acme/createWorkflow', { json: { name: 'Theirs', url: 'theirs' } })
  const key = await tokenFor({ workflow: 'mine' })

  const paths = ['mine', 'mine/versions', 'mine?workflow_version=1', 'theirs', 'theirs/versions']
  const statuses = []
  for (const path of paths) statuses.push((await station.management.get(`/acme/workflows/${path}`, { key })).status)
  const list = await station.management.get('/acme/workflows', { key })

  expect(statuses).toEqual([200, 200, 200, 404, 404])
  expect(list.body).toMatchObject({ workflows: [{ url: 'mine' }] })
})

test('a token makes no token for another workflow', async () => {
  await station.management.post('/acme/createWorkflow', { json: { name: 'First', url: 'first' } })
  await station.management.post('/acme/createWorkflow', { json: { name: 'Second', url: 'second' } })
  const key = await tokenFor({ workflowId: 'first' })

  const other = await station.management.post('/acme/workflowToken', { key, json: { workflow: 'second' } })
  const own = await tokenFor({ workflow: 'first' }, key)
  const list = await station.management.get('/acme/workflows', { key: own })

  expect(other.status).toBe(404)
  expect(list.body).toMatchObject({ workflows: [{ url: 'first' }] })
})

test.each([undefined, '', 'null', '{}'])('no token is made by a body of %j, which names no workflow', async (body) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await station.management.post('/acme/workflowToken', body === undefined ? {} : { body, headers })

  const error = 'workflow is required: the URL or id of the workflow that the token can read'
  expect(answer).toMatchObject({ status: 400, body: { error } })
})

test.each([
  [{ workflow: 'nowhere' }, 404, 'There is no workflow "nowhere" in Acme'],
  [{ slug: 'mine' }, 400, 'workflow is required: the URL or id of the workflow that the token can read'],
  [{ workflow: 4 }, 400, 'workflow must be a string'],
])('no token is made for %j', async (json, status, error) => {
  const answer = await station.management.post('/acme/workflowToken', { json })

  expect(answer).toMatchObject({ status, body: { error } })
})

test.each([
  ['createWorkflow', {}, 400, 'name'],
  ['createWorkflow', { name: 'x'.repeat(121) }, 400, 'name'],
  ['createWorkflow', { name: 'Broken', config: '{' }, 400, 'config'],
  ['createWorkflow', { name: 'Bare', config: '{"steps": []}' }, 400, 'specification'],
  ['createWorkflow', { name: 'Number', config: 4 }, 400, 'config'],
  ['updateWorkflow', { name: 'No id' }, 400, 'id'],
  ['updateWorkflow', { id: 'nowhere', name: 'New' }, 404, 'nowhere'],
  ['forkWorkflow', { source_workflow: 'nowhere' }, 404, 'nowhere'],
  ['forkWorkflow', { source_workspace: 'fish', source_workflow: 'long-one' }, 404, 'long-one'],
])('%s is not done with %j', async (path, json, status, word) => {
  const before = (await station.management.get('/acme/workflows')).body

  const answer = await station.management.post(`/acme/${path}`, { json })

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(word) } })
  expect((await station.management.get('/acme/workflows')).body).toEqual(before)
})

test.each(['0', '-1', 'two', '99'])('there is no version %s', async (version) => {
  await station.management.post('/acme/createWorkflow', { json: { name: 'Versioned', url: 'versioned' } })

  const answer = await station.management.get(`/acme/workflows/versioned?workflow_version=${version}`)

  expect(answer).toMatchObject({ status: version === '99' ? 404 : 400, body: { error: expect.any(String) } })
})

test('a config that is nested too deeply is refused before it is parsed', async () => {
  const config = `{"specification":{"steps":${'['.repeat(200)}${']'.repeat(200)}}}`

  const refused = await station.management.post('/acme/createWorkflow', { json: { name: 'Deep', config } })

  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('100 levels')])
})

test('a body that is nested too deeply is answered as one that is not sound JSON, not as one that is too large', async () => {
  const body = `{"name":${'['.repeat(101)}${']'.repeat(101)}}`

  const refused = await station.management.post('/acme/createWorkflow', {
    body,
    headers: { 'content-type': 'application/json' },
  })

  expect(refused).toMatchObject({ status: 400, body: { error: 'The body has more than 100 levels' } })
})
