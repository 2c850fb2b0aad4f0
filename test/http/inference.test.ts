import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInference } from '#servers/inference/server'
import { type ApiClient, apiClient } from '../kit/api-client.ts'

let inference: ApiClient
let close: () => Promise<void>

beforeAll(async () => {
  const log = pino({ level: 'silent' })
  const server = await buildInference({ appVersion: '1.2.3', serverId: 'run-7', anyHost: false, log })
  inference = apiClient(server, '')
  close = async () => server.close()
})

afterAll(async () => close())

test.each([
  ['/healthz', { status: 'healthy' }],
  ['/readiness', { status: 'ready' }],
  ['/info', { name: 'Tessera inference server', version: '1.2.3', uuid: 'run-7' }],
  ['/model/registry', { models: [] }],
  ['/model/registry?api_key=None', { models: [] }],
])('%s is answered without a key', async (path, body) => {
  const answer = await inference.get(path, { key: null })

  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual(body)
})

test('its reference shows the operations that are there', async () => {
  const document = await inference.get('/openapi.json', { key: null })
  const pages = [await inference.get('/docs', { key: null }), await inference.get('/redoc', { key: null })]

  const paths = Object.keys(Object(Reflect.get(Object(document.body), 'paths')))
  expect(paths).toEqual(['/healthz', '/readiness', '/info', '/model/registry'])
  expect(pages).toMatchObject([{ status: 200 }, { status: 200 }])
})

test('an operation that is not there is answered 404 under both names of the sentence', async () => {
  const answer = await inference.post('/clip/embed_text', { json: { id: '1', text: 'a boat' } })

  const sentence = 'There is no operation POST /clip/embed_text'
  expect(answer).toMatchObject({ status: 404, body: { message: sentence, detail: sentence } })
})

test('a request under a foreign host name is refused', async () => {
  const answer = await inference.get('/healthz', { headers: { host: 'tessera.example' } })

  expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('tessera.example') } })
})
