import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../kit/api-client.ts'
import { testEvents } from '../kit/event-store.ts'
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

/** Headers of a browser for an image tag, and for a script's request without preflight, in a page of another host. */
const FOREIGN = [
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
]
const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const TYPED = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

async function statuses(http: ApiClient, path: string): Promise<number[]> {
  const answers = await Promise.all(FOREIGN.map((headers) => http.get(path, { headers })))
  return answers.map(({ status }) => status)
}

const REFUSED = FOREIGN.map(() => 403)

test('a page of another origin has the inference server fetch and change nothing', async () => {
  for (const path of ['/tesseract/eng?image=http://127.0.0.1:1/', '/clear_cache', '/start/cups/1', '/healthz'])
    expect({ path, statuses: await statuses(inference, path) }).toEqual({ path, statuses: REFUSED })
  expect(await inference.get('/clear_cache', { headers: LINK })).toMatchObject({ status: 403 })
})

test('the inference server answers its own pages, what a person types, links to its pages, and programs', async () => {
  for (const headers of [OWN, TYPED, LINK, {}])
    expect(await inference.get('/', { headers })).toMatchObject({ status: 200 })
  for (const headers of [OWN, TYPED, {}])
    expect(await inference.get('/clear_cache', { headers })).toMatchObject({ status: 200 })
})

test('pages that the operator named may ask', async () => {
  const headers = { ...FOREIGN[2], origin: 'http://mine.example' }

  expect(await inference.get('/clear_cache', { headers })).toMatchObject({ status: 200 })
  expect(await inference.get('/clear_cache', { headers: { ...headers, origin: 'http://a.example' } })).toMatchObject({
    status: 403,
  })
})

test('on a network, a page that was loaded under a name reaches no model: the name may be that of a website', async () => {
  const open = await openInference({ allowedOrigins: ['http://mine.example'], anyHost: true })
  const asked = (host: string) => open.get('/healthz', { headers: { host, origin: `http://${host}` } })

  expect(await asked('evil.example:9001')).toMatchObject({ status: 403 })
  expect(await asked('mine.example')).toMatchObject({ status: 200 })
  expect(await asked('192.168.1.7:9001')).toMatchObject({ status: 200 })
  expect(await open.get('/healthz', { headers: { host: 'gpu-box:9001' } })).toMatchObject({ status: 200 })
  await open.close()
})

test('a page of another origin reaches the management API with no key that it knows', async () => {
  const key = `api_key=${station.key}`

  expect(await statuses(station.management, `/?${key}`)).toEqual(REFUSED)
  expect(await station.management.get(`/acme?${key}`, { headers: LINK })).toMatchObject({ status: 403 })
  for (const headers of [OWN, TYPED, {}])
    expect(await station.management.get('/', { headers })).toMatchObject({ status: 200 })
  expect(await station.management.get('/docs', { headers: LINK })).not.toMatchObject({ status: 403 })
})

test('a page of another origin reaches no event', async () => {
  const { http } = await testEvents()

  expect(await statuses(http, '/v2/events')).toEqual(REFUSED)
  expect(await http.get('/health', { headers: LINK })).toMatchObject({ status: 200 })
  expect(await http.get('/v2/status', { headers: LINK })).toMatchObject({ status: 403 })
  for (const headers of [OWN, TYPED, {}])
    expect(await http.get('/v2/status', { headers })).toMatchObject({ status: 200 })
})
