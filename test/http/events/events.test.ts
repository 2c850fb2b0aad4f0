import { expect, test } from 'vitest'
import { z } from 'zod'
import { newEvent, testEvents } from '../../kit/event-store.ts'

test('its health is told without a key, also where one is asked for', async () => {
  const { http } = await testEvents({ apiKey: 'secret' })

  const answer = await http.get('/health', { key: null })

  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({ status: 'healthy', version: '1.2.3', events: 0, drafts: 0, capacity_blocked: false })
})

test.each(['/docs', '/redoc', '/openapi.json'])('%s is shown to everybody where no key is set', async (path) => {
  const { http } = await testEvents()

  expect(await http.get(path, { key: null })).toMatchObject({ status: 200 })
})

test.each(['/docs', '/openapi.json', '/v2/events', '/nowhere'])(
  '%s asks for the key where one is set',
  async (path) => {
    const { http } = await testEvents({ apiKey: 'secret' })

    const answers = [
      await http.get(path, { key: null }),
      await http.get(path, { key: null, headers: { 'x-api-key': 'wrong' } }),
      await http.get(path, { key: null, headers: { 'x-api-key': 'secret' } }),
    ]

    expect(answers.slice(0, 2)).toMatchObject([
      { status: 401, body: { detail: expect.stringContaining('X-API-Key') } },
      { status: 401, body: { detail: expect.stringContaining('X-API-Key') } },
    ])
    expect(answers[2]?.status).not.toBe(401)
  },
)

test('an event is stored and answered by its id', async () => {
  const { http } = await testEvents()

  const created = await http.post('/v2/events', { json: newEvent({ deviceId: 'line-3' }) })

  expect(created).toMatchObject({
    status: 201,
    body: { id: expect.any(String), image_ids: [], draft: false, message: 'Event created successfully' },
  })
  const { id } = z.object({ id: z.string() }).parse(created.body)
  expect((await http.get(`/v2/events/${id}`)).body).toMatchObject({ id, device_id: 'line-3', api_version: 'v2' })
})
