import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInference, type TestInference, testInference } from '../../kit/inference-server.ts'

let inference: TestInference

beforeAll(async () => {
  inference = await openInference()
})

afterAll(async () => inference.close())

const NO_TOTALS = {
  total_vram_bytes: null,
  gpu_memory_used: null,
  gpu_memory_total: null,
  torch_cuda_allocated: null,
  torch_cuda_reserved: null,
  torch_cuda_allocator_cache: null,
  non_torch_gpu_memory: null,
}

test.each([
  ['/healthz', { status: 'healthy' }],
  ['/readiness', { status: 'ready' }],
  ['/info', { name: 'Tessera inference server', version: '1.2.3', uuid: 'run-7' }],
  ['/model/registry', { models: [], ...NO_TOTALS }],
  ['/model/registry?api_key=None', { models: [], ...NO_TOTALS }],
  ['/clear_cache', 'Cache Cleared'],
])('%s is answered without a key', async (path, body) => {
  const answer = await inference.get(path, { key: null })

  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual(body)
})

test.each(['/', '/docs', '/redoc', '/dashboard.html'])('%s is a page', async (path) => {
  const answer = await inference.get(path, { key: null })

  expect(answer).toMatchObject({ status: 200 })
  expect(answer.headers['content-type']).toContain('text/html')
})

test('a request under a foreign host name is refused', async () => {
  const answer = await inference.get('/healthz', { headers: { host: 'tessera.example' } })

  expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('tessera.example') } })
})

test('an address that is no operation is answered 404 under both names of the sentence', async () => {
  const answer = await inference.post('/clip', { json: { id: '1', text: 'a boat' } })

  const sentence = 'There is no operation POST /clip'
  expect(answer).toMatchObject({ status: 404, body: { message: sentence, detail: sentence } })
})

test('every answer says which engine gave it, for which request, and that no model was loaded', async () => {
  const answer = await inference.get('/healthz', { headers: { 'x-request-id': 'mine-1' } })
  const without = await inference.get('/nowhere')

  expect(answer.headers).toMatchObject({
    'x-inference-engine': 'tessera',
    'x-model-cold-start': 'false',
    'x-model-cold-start-count': '0',
    'x-request-id': 'mine-1',
  })
  expect(without.headers).toMatchObject({ 'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/) })
})

test('a page of any origin may read answers, and learns so before it asks', async () => {
  const origin = 'http://a.example'
  const preflight = await inference.request('OPTIONS', '/infer/object_detection', {
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  const answer = await inference.get('/healthz', { headers: { origin } })

  expect(preflight).toMatchObject({ status: 200, headers: { 'access-control-allow-headers': 'content-type' } })
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': expect.stringContaining('X-Model-Cold-Start'),
  })
})

test('pages of origins that the operator does not name are refused', async () => {
  const narrow = await testInference({ allowedOrigins: ['http://mine.example'] })

  const mine = await narrow.get('/healthz', { headers: { origin: 'http://mine.example' } })
  const other = await narrow.get('/healthz', { headers: { origin: 'http://a.example' } })

  expect(mine.headers).toHaveProperty('access-control-allow-origin')
  expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  expect(other).toMatchObject({ status: 403, body: { message: expect.stringContaining('ALLOW_ORIGINS') } })
})
