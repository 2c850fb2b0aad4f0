import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { drawnPng } from '../../kit/drawn-images.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let inference: TestInference

beforeAll(async () => {
  inference = await openInference()
  await inference.install(...ZOO.detector())
  const value = (await drawnPng(64, 64, [])).toString('base64')
  const ask = (image: object) => inference.post('/infer/object_detection', { json: { model_id: 'toys/1', image } })
  await ask({ type: 'base64', value })
  await ask({ type: 'base64', value })
  await ask({ type: 'base64', value: 'AAAA' })
})

afterAll(async () => inference.close())

async function samples() {
  const answer = await inference.get('/metrics')
  const lines = String(answer.body)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('what is asked of a model is counted under the names that programs know', async () => {
  const found = await samples()

  expect(found.get('num_inferences_toys_1')).toBe(3)
  expect(found.get('num_errors_toys_1')).toBe(1)
  expect(found.get('num_inferences_total')).toBe(3)
  expect(found.get('avg_inference_time_toys_1')).toBeGreaterThan(0)
})

test('latencies of a model are histograms by stage', async () => {
  const found = await samples()

  const bars = [...found].filter(([name]) =>
    name.startsWith('tessera_model_stage_seconds_bucket{model="toys/1",stage="total"'),
  )
  expect(found.get('tessera_model_stage_seconds_count{model="toys/1",stage="total"}')).toBe(3)
  expect(found.get('tessera_model_stage_seconds_count{model="toys/1",stage="run"}')).toBe(2)
  expect(bars.at(-1)).toEqual(['tessera_model_stage_seconds_bucket{model="toys/1",stage="total",le="+Inf"}', 3])
  expect(bars.map(([, count]) => count)).toEqual(bars.map(([, count]) => count).toSorted((a, b) => a - b))
})

test('loaded models, memory and requests are told', async () => {
  const found = await samples()

  expect(found.get('tessera_models_loaded')).toBe(1)
  expect(found.get('tessera_model_loaded{model="toys/1",provider="cpu"}')).toBe(1)
  expect(found.get('tessera_model_cold_starts_total{model="toys/1"}')).toBe(1)
  expect(found.get('tessera_model_host_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(found.get('http_requests_total{handler="/infer/object_detection",method="POST",status="2xx"}')).toBe(2)
  expect(found.get('http_requests_total{handler="/infer/object_detection",method="POST",status="4xx"}')).toBe(1)
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
})

test('every metric is announced once, with its kind', async () => {
  const text = String((await inference.get('/metrics')).body)

  const announced = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name)
  expect(new Set(announced).size).toBe(announced.length)
})

test('the dashboard is a page of the server alone, and HEAD knows it too', async () => {
  const page = await inference.get('/dashboard.html')
  const head = await inference.request('HEAD', '/dashboard.html')

  const sources = [...page.bytes.toString().matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
    ([, source = '']) => source,
  )
  const loaded = await Promise.all(sources.map((source) => inference.get(source)))
  expect(head).toMatchObject({ status: 200, bytes: { length: 0 } })
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(page.bytes.toString()).not.toMatch(/<script>|style="|onclick/)
  expect(sources.every((source) => source.startsWith('/'))).toBe(true)
  expect(loaded.map(({ status }) => status)).toEqual(loaded.map(() => 200))
})

test('the dashboard reads what every model did', async () => {
  const { body } = await inference.get('/dashboard/figures.json')

  expect(body).toMatchObject({
    models: [
      {
        model_id: 'toys/1',
        is_loaded: true,
        provider: 'cpu',
        requests: 3,
        errors: 1,
        cold_starts: 1,
        latency: { p50: expect.any(Number), p95: expect.any(Number) },
        stages: { decode: expect.any(Number), run: expect.any(Number) },
      },
    ],
  })
})

const Logs = z.object({ logs: z.array(z.object({ level: z.string(), message: z.string() })), total_count: z.int() })

test('the log tells what was loaded, newest last, as many as asked for', async () => {
  const all = Logs.parse((await inference.get('/logs')).body)
  const one = Logs.parse((await inference.get('/logs?limit=1&level=info')).body)
  const later = Logs.parse((await inference.get('/logs?since=2999-01-01T00:00:00Z')).body)

  expect(all.logs.map(({ message }) => message)).toContainEqual(expect.stringContaining('toys/1'))
  expect(all.total_count).toBe(all.logs.length)
  expect([one.logs.length, later.logs.length]).toEqual([1, 0])
})

test('a level that nobody knows has no entries, and a limit or a moment that is none does not fit', async () => {
  const level = await inference.get('/logs?level=loud')
  const limit = await inference.get('/logs?limit=many')
  const since = await Promise.all(
    ['yesterday', 'hello 5', 'foo-2020-01-01', '-1', '5'].map((text) =>
      inference.get(`/logs?since=${encodeURIComponent(text)}`),
    ),
  )

  expect(level).toMatchObject({ status: 200, body: { logs: [], total_count: 0 } })
  expect(limit).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'limit'] }] } })
  for (const answer of since) {
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'since'] }] } })
  }
})
