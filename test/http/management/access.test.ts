import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const SENTENCE = { error: expect.any(String) }

test('the root tells the workspace of a key, asked with either method', async () => {
  const asked = [await station.management.get('/'), await station.management.post('/')]

  const docs = 'http://localhost:80/docs'
  const body = { welcome: expect.any(String), instructions: expect.any(String), docs, workspace: 'acme' }
  expect(asked).toMatchObject([
    { status: 200, body },
    { status: 200, body },
  ])
})

test.each([
  ['in the header', '/', (key: string) => ({ headers: { authorization: `Bearer ${key}` } })],
  ['in the query', '/?nocache=true&api_key=KEY', () => ({})],
  ['in a JSON body', '/', (key: string) => ({ json: { api_key: key } })],
  ['in a form body', '/', (key: string) => ({ body: `api_key=${key}`, headers: FORM })],
])('a key is taken %s', async (_place, path, send) => {
  const asked = { key: null, ...send(station.key) }

  const answer = await station.management.post(path.replace('KEY', station.key), asked)

  expect(answer.status).toBe(200)
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a request without a key is answered 401 and told where the key goes', async () => {
  const answers = [
    await station.management.get('/acme', { key: null }),
    await station.management.post('/acme/projects', { key: null, json: { name: 'Gulls', type: 'object-detection' } }),
  ]

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 401, body: { error: expect.stringContaining('Authorization: Bearer') } })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
})

test('a key that nobody issued is answered 401', async () => {
  const answer = await station.management.get('/', { key: 'tk_0000' })

  expect(answer).toMatchObject({ status: 401, body: SENTENCE })
})

test('a key of another workspace opens nothing here', async () => {
  const fish = await station.addWorkspace('fish')
  const project = await newProject(station)

  const own = await station.management.get('/', { key: fish.key })
  const others = [
    await station.management.get('/acme', { key: fish.key }),
    await station.management.get(`/acme/${project}`, { key: fish.key }),
    await station.management.post(`/acme/${project}/generate`, { key: fish.key, json: {} }),
  ]
  const sameName = await station.management.get(`/fish/${project}`, { key: fish.key })

  expect(own).toMatchObject({ status: 200, body: { workspace: 'fish' } })
  for (const answer of others) expect(answer).toMatchObject({ status: 403, body: SENTENCE })
  expect(sameName).toMatchObject({ status: 404, body: SENTENCE })
})

test('a request under a foreign host name is refused', async () => {
  const answer = await station.management.get('/', { headers: { host: 'tessera.example' } })

  expect(answer).toMatchObject({ status: 403, body: { error: expect.stringContaining('tessera.example') } })
})

test.each(['LOCALHOST', 'LocalHost:9001', 'localhost.', 'localhost.:9001', '[::1]:9001', '[FE80::1]'])(
  'this machine is meant by the host %s too',
  async (host) => {
    expect(await station.management.get('/', { headers: { host } })).toMatchObject({ status: 200 })
  },
)

test.each(['localhost..', 'localhost.example', 'localhost.example.', 'a.localhost', 'xlocalhost', '127.0.0.1.example'])(
  'the host %s is a name of somebody else',
  async (host) => {
    expect(await station.management.get('/', { headers: { host } })).toMatchObject({ status: 403 })
  },
)

test('a page of this server is its own, however a program writes the host', async () => {
  const headers = { host: 'LocalHost:9001', origin: 'http://localhost:9001' }

  expect(await station.management.get('/', { headers })).toMatchObject({ status: 200 })
  expect(await station.management.get('/', { headers: { ...headers, origin: 'http://localhost:9002' } })).toMatchObject(
    {
      status: 403,
    },
  )
  for (const origin of ['null', 'http://localhost.:9001', 'http://evil.example'])
    expect(await station.management.get('/', { headers: { ...headers, origin } })).toMatchObject({ status: 403 })
})

test.each(['127.0.0.1:99999', '999.999.999.999', 'localhost:99999999', '[::::]', '[1:2]'])(
  'a request under the impossible host %s is refused',
  async (host) => {
    const answer = await station.management.get('/', { headers: { host } })

    expect(answer).toMatchObject({ status: 403, body: { error: expect.stringContaining(host) } })
  },
)

test('links lead to the host that the request came to', async () => {
  const answer = await station.management.get('/', { headers: { host: '127.0.0.1:4711' } })

  expect(answer.body).toMatchObject({ docs: 'http://127.0.0.1:4711/docs' })
})

test('no answer lets a page of another origin read it', async () => {
  const answer = await station.management.get('/', { headers: { origin: 'http://localhost:3000' } })

  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('paths are served with and without a slash at their end', async () => {
  expect((await station.management.get('/acme/')).status).toBe(200)
})

test.each([
  ['GET', '/acme/a/b/c/d'],
  ['DELETE', '/acme/harbor'],
  ['PUT', '/acme'],
  ['OPTIONS', '/acme'],
  ['POST', '/acme/agent/chat'],
])('%s %s does not exist and is answered 404 with a sentence', async (method, path) => {
  const answer = await station.management.request(method, path)

  expect(answer).toMatchObject({ status: 404, body: SENTENCE })
})

test('a query of thirty thousand characters is read', async () => {
  const base = await station.listen()

  const response = await fetch(`${base}/?api_key=${station.key}&config=${'x'.repeat(30_000)}`)

  expect(response.status).toBe(200)
})

test('a name in the path that nothing can have is answered with a sentence', async () => {
  const answer = await station.management.get(`/acme/${'x'.repeat(2000)}`)

  expect(answer).toMatchObject({ status: expect.toBeOneOf([404, 414]), body: SENTENCE })
})

test('an address that cannot be decoded is answered 400', async () => {
  expect(await station.management.get('/%zz')).toMatchObject({ status: 400, body: SENTENCE })
})

test('a body that is not JSON is answered 400', async () => {
  const asked = { body: '{"name": ', headers: { 'content-type': 'application/json' } }

  const answer = await station.management.post('/acme/projects', asked)

  expect(answer).toMatchObject({ status: 400, body: { error: 'The body is not valid JSON' } })
})

test.each([
  ['levels', 400, '['.repeat(1000)],
  ['members of objects', 413, `{${Array.from({ length: 10_001 }, (_, nth) => `"${nth}":1`).join()}}`],
])('a body with too many %s is answered %d before it is parsed', async (what, status, body) => {
  const answer = await station.management.post('/acme/projects', { body, headers: JSON_TYPE })

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(what) } })
})

test('a body of another kind is answered 415', async () => {
  const asked = { body: '<project/>', headers: { 'content-type': 'text/xml' } }

  const answer = await station.management.post('/acme/projects', asked)

  expect(answer).toMatchObject({ status: 415, body: { error: expect.stringContaining('text/xml') } })
})

test('a body of more than a megabyte is answered 413', async () => {
  const asked = { json: { name: 'x'.repeat(2 ** 20), type: 'object-detection' } }

  const answer = await station.management.post('/acme/projects', asked)

  expect(answer).toMatchObject({ status: 413, body: SENTENCE })
})
