import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { buildEvents } from '#servers/events/server'
import { type ApiClient, apiClient } from '../kit/api-client.ts'

let close = async () => {}

afterEach(async () => close())

async function eventStore(apiKey?: string): Promise<ApiClient> {
  const log = pino({ level: 'silent' })
  const server = await buildEvents({ appVersion: '1.2.3', apiKey, anyHost: false, log })
  close = async () => server.close()
  return apiClient(server, '')
}

test('its health is told without a key, also where one is asked for', async () => {
  const events = await eventStore('secret')

  const answer = await events.get('/health', { key: null })

  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({ status: 'healthy', version: '1.2.3', events: 0, drafts: 0, capacity_blocked: false })
})

test.each(['/docs', '/redoc', '/openapi.json'])('%s is shown to everybody where no key is set', async (path) => {
  const events = await eventStore()

  expect(await events.get(path, { key: null })).toMatchObject({ status: 200 })
})

test.each(['/docs', '/openapi.json', '/v2/events', '/nowhere'])(
  '%s asks for the key where one is set',
  async (path) => {
    const events = await eventStore('secret')

    const answers = [
      await events.get(path, { key: null }),
      await events.get(path, { key: null, headers: { 'x-api-key': 'wrong' } }),
      await events.get(path, { key: null, headers: { 'x-api-key': 'secret' } }),
    ]

    expect(answers.slice(0, 2)).toMatchObject([
      { status: 401, body: { detail: expect.stringContaining('X-API-Key') } },
      { status: 401, body: { detail: expect.stringContaining('X-API-Key') } },
    ])
    expect(answers[2]?.status).not.toBe(401)
  },
)

test('an operation that is not there is answered 404 with a detail', async () => {
  const events = await eventStore()

  const answer = await events.post('/v2/events', { json: { event_schema: 'custom', event_data: {} } })

  expect(answer).toMatchObject({ status: 404, body: { detail: 'There is no operation POST /v2/events' } })
})
