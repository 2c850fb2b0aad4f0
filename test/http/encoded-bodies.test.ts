import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient, Asked } from '../kit/api-client.ts'
import { imageForm, newProject } from '../kit/dataset.ts'
import { testEvents } from '../kit/event-store.ts'
import { someImage } from '../kit/images.ts'
import { openInference, type TestInference } from '../kit/inference-server.ts'
import { type TestStation, testStation } from '../kit/station.ts'

let station: TestStation
let inference: TestInference

beforeAll(async () => {
  station = await testStation()
  inference = await openInference({ allowedOrigins: ['http://mine.example'] })
})

afterAll(async () => {
  await inference.close()
  await station.close()
})

const GZIP = { 'content-encoding': 'gzip' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** JSON in gzip. */
function packed(json: unknown): Asked {
  return { body: gzipSync(JSON.stringify(json)), headers: { ...JSON_TYPE, ...GZIP } }
}

const NAMED = expect.stringContaining('Content-Encoding: gzip')

test('every server refuses a compressed body, and names the header', async () => {
  const events: ApiClient = (await testEvents()).http

  expect(await station.management.post('/acme/projects', packed({ name: 'Packed' }))).toMatchObject({
    status: 415,
    headers: { 'accept-encoding': 'identity' },
    body: { error: NAMED },
  })
  expect(await inference.post('/infer', packed({}))).toMatchObject({ status: 415 })
  expect(JSON.stringify((await inference.post('/infer', packed({}))).body)).toContain('Content-Encoding: gzip')
  expect(await events.post('/v2/events', packed({}))).toMatchObject({ status: 415, body: { detail: NAMED } })
})

test('so are forms and files', async () => {
  const project = await newProject(station)
  const form = imageForm(await someImage())
  const opened = await station.management.post(`/acme/${project}/upload/zip`, { json: {} })
  const { signedUrl } = Object(opened.body)

  const headers = { 'content-type': 'application/zip', ...GZIP }
  const put = await station.management.request('PUT', signedUrl, { key: null, body: Buffer.from('PK'), headers })
  const posted = await station.management.post(`/dataset/${project}/upload`, { form, headers: GZIP })

  expect(put).toMatchObject({ status: 415, body: { error: NAMED } })
  expect(posted).toMatchObject({ status: 415, body: { error: NAMED } })
})

test('a page that may ask can read why', async () => {
  const { body, headers } = packed({})
  const asked = { ...(body && { body }), headers: { ...headers, origin: 'http://mine.example' } }

  expect(await inference.post('/infer', asked)).toMatchObject({
    status: 415,
    headers: { 'access-control-allow-origin': 'http://mine.example' },
  })
})

test.each(['identity', 'IDENTITY, identity', ''])('a body as it is may say so (%s)', async (encoding) => {
  const json = { name: `Plain ${encoding}`, type: 'object-detection' }
  const headers = { ...JSON_TYPE, 'content-encoding': encoding }

  const answer = await station.management.post('/acme/projects', { body: JSON.stringify(json), headers })

  expect(answer.status).toBe(201)
})

test('the header of a request without a body changes nothing', async () => {
  expect(await station.management.get('/', { headers: GZIP })).toMatchObject({ status: 200 })
})

test('the refusal comes before the body is sent', async () => {
  const { port } = new URL(await station.listen())
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const head = `POST /acme/projects HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${station.key}`
  socket.write(
    `${head}\r\nContent-Type: application/json\r\nContent-Encoding: br\r\nContent-Length: ${2 ** 40}\r\n\r\n`,
  )

  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1.1 415 /)
  expect(answer).toContain('Content-Encoding: br')
})
