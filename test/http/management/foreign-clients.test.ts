import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let base: URL

beforeAll(async () => {
  station = await testStation()
  base = new URL(await station.listen())
})

afterAll(async () => station.close())

const JSON_TYPE = { 'content-type': 'application/json' }

test.each([
  ['GET', '/acme', JSON_TYPE, 200],
  ['GET', '/', {}, 200],
  ['POST', '/', JSON_TYPE, 200],
  ['PATCH', '/acme/api-keys/nowhere', JSON_TYPE, 404],
  ['DELETE', '/acme/workflows/nowhere', JSON_TYPE, 404],
])('%s %s finds the key in the body', async (method, path, headers, status) => {
  const body = JSON.stringify({ api_key: station.key })

  const answer = await station.management.request(method, path, { key: null, headers, body })

  expect(answer.status).toBe(status)
})

test('GET finds the key in a form, and no key in a body that holds none', async () => {
  const bodies = [`api_key=${station.key}`, 'api_key=', '{"api_key": 4}', '{', '']

  const asked = bodies.map(async (body) => (await station.management.get('/acme', { key: null, body })).status)

  expect(await Promise.all(asked)).toEqual([200, 401, 401, 401, 401])
})

test.each(['/usage/plan', '/getWeights', '/models/acme/boats', '/_/nothing'])(
  '%s of other services is not there, and no question of keys',
  async (path) => {
    const answer = await station.management.get(path)

    expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } })
  },
)

test.each([undefined, 'application/octet-stream', 'text/plain; charset=utf-8'])(
  'JSON of the type %s is read',
  async (type) => {
    const project = await newProject(station)
    const image = await upload(station, project)
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const body = Buffer.from(JSON.stringify({ images: [image] }))

    const answer = await station.management.request('DELETE', `/acme/${project}/images`, { headers, body })

    expect(answer.status).toBe(204)
  },
)

test.each([
  ['/acme/PROJECT/search', 200],
  ['/acme/PROJECT/generate', 200],
  ['/acme/PROJECT/upload/zip', 200],
  ['/acme/api-keys', 201],
])('POST %s does without a body', async (path, status) => {
  const project = await newProject(station)
  await uploadLabelled(station, project)

  const answer = await station.management.post(path.replace('PROJECT', project))

  expect(answer.status).toBe(status)
})

test('what is left out of a body that must say something is named', async () => {
  const answer = await station.management.post('/acme/projects')

  expect(answer).toMatchObject({ status: 400, body: { error: 'name is missing' } })
})

test('null in a body says nothing', async () => {
  const made = { name: 'Nulls', type: 'object-detection', license: null, annotation: null }
  expect(await station.management.post('/acme/projects', { json: made })).toMatchObject({ status: 201 })
  await upload(station, 'nulls', { batch: 'Pier' })
  const job = {
    name: 'Label',
    batch: 'Pier',
    num_images: null,
    labelerEmail: null,
    reviewerEmail: null,
    assignees: null,
  }

  const answers = [
    await station.management.post('/acme/nulls/jobs', { json: job }),
    await station.management.post('/acme/api-keys', { json: { name: null, customMetadata: null, protected: null } }),
  ]

  expect(answers).toMatchObject([
    { status: 200, body: { numImages: 1, labeler: '', reviewer: '' } },
    { status: 201, body: { name: 'Unnamed key', protected: false, customMetadata: {} } },
  ])
})

test('too many of something are refused in the words of a list', async () => {
  const project = await newProject(station)
  await upload(station, project, { batch: 'Pier' })
  const json = { name: 'Label', batch: 'Pier', assignees: ['ada@example.org', 'bob@example.org'] }

  const answer = await station.management.post(`/acme/${project}/jobs`, { json })

  const error = 'assignees may name one labeler: a job has one'
  expect(answer).toMatchObject({ status: 400, body: { error } })
})

test('Python writes True where others write true', async () => {
  const project = await newProject(station)
  const image = await uploadLabelled(station, project)
  const path = `/dataset/${project}/annotate/${image}?name=boxes.txt`
  const json = { annotationFile: '0 0.5 0.5 0.2 0.2', labelmap: { 0: 'crate' } }

  const answers = [
    await station.management.post(`${path}&overwrite=False`, { json }),
    await station.management.post(`${path}&overwrite=True`, { json }),
  ]

  expect(answers).toMatchObject([
    { status: 409, body: { error: expect.stringContaining('already annotated') } },
    { status: 200, body: { success: true } },
  ])
})

test('a file without a name of its own is the image, and goes by the name beside it', async () => {
  const project = await newProject(station)
  const head = '--cut\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), await someImage(), Buffer.from('\r\n--cut--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }

  const answer = await station.management.post(`/dataset/${project}/upload?name=quay.png`, { headers, body })

  const { id } = z.object({ id: z.string() }).parse(answer.body)
  const details = await station.management.get(`/acme/${project}/images/${id}`)
  expect(details.body).toMatchObject({ image: { name: 'quay.png' } })
})

test('projects whose names have no Latin letters keep apart, and are found by their names', async () => {
  const names = ['写真', '日本語', 'Łódź & Ærø', '日本 harbor']
  for (const name of names)
    await station.management.post('/acme/projects', { json: { name, type: 'object-detection' } })

  const found = await Promise.all(names.map((name) => station.management.get(`/acme/${encodeURIComponent(name)}`)))

  expect(found.map(({ body }) => body)).toMatchObject(names.map((name) => ({ project: { name } })))
})

test.each([
  [
    'letters that an address cannot hold',
    'GET /acme?x=ü HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    '400 Bad Request',
    /address/,
  ],
  ['no request at all', 'hello\r\n\r\n', '400 Bad Request', /rules of HTTP/],
  [
    'a body of another length than it says',
    'POST /acme/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    '400 Bad Request',
    /ends before all that it announces/,
  ],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(1_100_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    /1 MB/,
  ],
])('%s is answered in JSON and a sentence', async (_what, request, status, sentence) => {
  const socket = createConnection(Number(base.port), base.hostname)
  socket.write(request)

  const answer = await text(socket)

  const [head, body] = answer.split('\r\n\r\n')
  expect(head?.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
  expect(JSON.parse(body ?? '')).toEqual({ error: expect.stringMatching(sentence) })
})
