import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formatMoment, parseMoment } from '#common/events/moment'
import { openEventStore } from '#storage/events/event-store'
import { newDraft, postTo, storedEvent, UNKNOWN_ID, UPLOADING } from '../../kit/event-media.ts'
import { createEvent, testEvents } from '../../kit/event-store.ts'

test('an event that is no draft is final from the moment it is stored', async () => {
  const { http } = await testEvents()

  const event = await storedEvent(http, await createEvent(http))

  expect(event).toMatchObject({ draft: false, finalized_at: event.created_at, auto_finalized_at: null })
})

test('a draft is open until its producer says that it is final', async () => {
  const { http } = await testEvents()
  const id = await newDraft(http, { custom_metadata: { b: 1, a: 2 } })

  const before = await storedEvent(http, id)
  const answer = await postTo(http, id, 'finalize')

  expect(before).toMatchObject({ draft: true, finalized_at: null, auto_finalized_at: null })
  const after = { ...before, draft: false, finalized_at: expect.any(String) }
  expect(answer).toMatchObject({ status: 200, body: after })
  expect(await storedEvent(http, id)).toEqual(answer.body)
  expect((await storedEvent(http, id)).finalized_at ?? '').toMatch(/^20\d\d-.*\.\d{6}Z$/)
  expect(((await storedEvent(http, id)).finalized_at ?? '') >= before.created_at).toBe(true)
})

test('a final event keeps the order of its members, those of its data included', async () => {
  const { http } = await testEvents()
  const id = await newDraft(http, { custom_metadata: { zebra: 1, ant: 2, 'a b': null } })
  const before = (await http.get(`/v2/events/${id}`)).bytes.toString()

  const after = (await postTo(http, id, 'finalize')).bytes.toString()

  const changed = before.replace('"draft":true', '"draft":false')
  expect(after.replace(/"finalized_at":"[^"]+"/, '"finalized_at":null')).toBe(changed)
})

test('who makes a final event final is answered the event as it is', async () => {
  const { http, moveClock } = await testEvents()
  const [drafted, never] = [await newDraft(http), await createEvent(http)]
  const first = await postTo(http, drafted, 'finalize')
  const born = await storedEvent(http, never)
  moveClock(60_000)

  const again = [await postTo(http, drafted, 'finalize'), await postTo(http, never, 'finalize')]

  expect(again).toMatchObject([
    { status: 200, body: first.body },
    { status: 200, body: born },
  ])
})

test('two who make a draft final at once are answered the same', async () => {
  const { http } = await testEvents()
  const id = await newDraft(http)

  const answers = await Promise.all([postTo(http, id, 'finalize'), postTo(http, id, 'finalize')])

  expect(answers[0].body).toEqual(answers[1].body)
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
})

test('an event that there is not cannot be made final', async () => {
  const { http } = await testEvents()

  expect(await postTo(http, UNKNOWN_ID, 'finalize')).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining(UNKNOWN_ID) },
  })
})

test('a draft whose moment lies ahead of the clock is not final before it was made', async () => {
  const { http, moveClock } = await testEvents()
  const id = await newDraft(http)
  moveClock(-3_600_000)

  await postTo(http, id, 'finalize')

  const { created_at: made, finalized_at: final } = await storedEvent(http, id)
  expect((final ?? '') >= made).toBe(true)
})

test('old drafts become final by themselves, the oldest first, and say so', async () => {
  const { http, reopened } = await closable()
  const ids = [await newDraft(http), await newDraft(http), await newDraft(http)]
  const events = await Promise.all(ids.map((id) => storedEvent(http, id)))
  const before = (parseMoment(events[2]?.created_at ?? '') ?? 0) + 1
  const now = before + 60_000_000
  const store = await reopened()

  const made = [
    await store.writer.finalizeOld(0, now, 10, false),
    await store.writer.finalizeOld(before, now, 2, false),
    await store.writer.finalizeOld(before, now + 1, 2, false),
    await store.writer.finalizeOld(before, now + 2, 2, false),
  ]

  expect(made).toEqual([0, 2, 1, 0])
  const finals = await Promise.all(ids.map(async (id) => JSON.parse((await store.reader.find(id)) ?? '')))
  const [early, late] = [formatMoment(now), formatMoment(now + 1)]
  const moments = [early, early, late].map((moment) => ({ finalized_at: moment, auto_finalized_at: moment }))
  expect(finals).toEqual(events.map((event, index) => ({ ...event, ...moments[index], draft: false })))
  expect(store.totals()).toMatchObject({ events: 3, drafts: 0, unsent: 0 })
})

test('a draft waits to be sent from the moment it is final, and once', async () => {
  const { http, keeping, reopened } = await closable(UPLOADING)
  const [said] = [await newDraft(http), await newDraft(http)]
  const whileOpen = keeping.service.totals().unsent

  await postTo(http, said, 'finalize')
  await postTo(http, said, 'finalize')
  const afterOne = keeping.service.totals().unsent
  const store = await reopened()
  await store.writer.finalizeOld(Number.MAX_SAFE_INTEGER, Date.now() * 1000, 10, true)

  expect([whileOpen, afterOne, store.totals().unsent]).toEqual([0, 1, 2])
})

/** A store that can be opened again without what works on it, so that its sweep is called at given moments. */
async function closable(settings: Readonly<Record<string, string>> = {}) {
  const events = await testEvents({ settings })
  return {
    ...events,
    async reopened() {
      await events.close()
      const store = await openEventStore(join(events.library, 'events'), new Date())
      onTestFinished(() => store.close())
      return store
    },
  }
}
