import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { message } from '#common/messages/message'
import type { EventRecord } from '#core/events/ports'
import { openEventStore } from '#storage/events/event-store'

async function openedStore() {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-outbox-'))
  const store = await openEventStore(folder, new Date())
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return store
}

function record(now: number, more: Partial<EventRecord> = {}): EventRecord {
  return {
    id: `event-${now}`,
    now,
    draft: false,
    eventSchema: 'custom',
    isToSend: true,
    members: '"a":1',
    deviceId: null,
    workflowId: null,
    externalId: null,
    relatedEventId: null,
    metadata: [],
    files: [],
    ...more,
  }
}

const AWAY = message('fetch-host-refuses', { host: 'cloud.test' })
const REFUSED = message('upload-refused-saying', { host: 'cloud.test', status: 400, words: 'no' })

test('what waits is due when its time has come, what failed takes turns with what did not', async () => {
  const { writer, reader } = await openedStore()
  for (const now of [100, 200, 300]) await writer.create(record(now))

  await writer.postpone(100, 250, AWAY)
  await writer.postpone(300, 900, REFUSED)
  await writer.keepSources(200, { one: 'a' })
  await writer.keepSources(200, { two: 'b' })

  const due = await reader.dueToSend(800, 10)
  expect(due.map(({ key, attempts, sources }) => ({ key, attempts, sources }))).toEqual([
    { key: 200, attempts: 0, sources: { one: 'a', two: 'b' } },
    { key: 100, attempts: 1, sources: {} },
  ])
  expect(await reader.dueToSend(800, 1)).toMatchObject([{ key: 200 }])
  expect(await reader.outbox()).toEqual({ waiting: 3, failing: 2, oldest: 100, lastFailure: REFUSED })
})

test('however many events fail, one that was never tried is among the first', async () => {
  const { writer, reader } = await openedStore()
  for (const now of [100, 200, 300, 400]) await writer.create(record(now))
  for (const key of [100, 200, 300]) await writer.postpone(key, key, REFUSED)

  const due = await reader.dueToSend(800, 3)

  expect(due.map(({ key }) => key)).toEqual([400, 100, 200])
})

test('an event that was sent waits no more', async () => {
  const { writer, reader, totals } = await openedStore()
  for (const now of [100, 200]) await writer.create(record(now))

  await writer.markSent(100, 500)

  expect(totals()).toMatchObject({ events: 2, unsent: 1 })
  expect(await reader.unsentAmong(['event-100', 'event-200', 'nobody'])).toEqual({ 'event-200': null })
  expect(await reader.outbox()).toEqual({ waiting: 1, failing: 0, oldest: 200, lastFailure: undefined })
})

test('final events that were never sent come into the outbox in batches; what failed is due again', async () => {
  const { writer, reader, totals } = await openedStore()
  for (const now of [100, 200, 300]) await writer.create(record(now, { isToSend: false }))
  await writer.create(record(400, { draft: true }))
  for (const now of [500, 600]) await writer.create(record(now))
  await writer.markSent(500, 550)
  await writer.postpone(600, 9999, REFUSED)

  const ends = [await writer.fillOutbox(0, 2), await writer.fillOutbox(200, 2), await writer.fillOutbox(400, 9)]

  expect(ends).toEqual([200, 400, undefined])
  expect((await reader.dueToSend(700, 10)).map(({ key }) => key)).toEqual([100, 600, 200, 300])
  expect(totals()).toMatchObject({ unsent: 4 })
})
