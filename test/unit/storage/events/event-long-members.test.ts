import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEventStore } from '#storage/events/event-store'

test('the bytes of a long event are handed to the thread that writes, not copied, and stored as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-long-'))
  const store = await openEventStore(folder, new Date())
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const bytes = new TextEncoder().encode('"event_schema":"größe"')

  await store.writer.create({
    id: 'event-1',
    now: 1,
    draft: false,
    eventSchema: 'größe',
    isToSend: false,
    metadata: [],
    files: [],
    deviceId: null,
    workflowId: null,
    externalId: null,
    relatedEventId: null,
    members: { first: '"solution":"s",', bytes, last: ',"images":[]' },
  })

  expect(bytes.byteLength).toBe(0)
  expect(JSON.parse((await store.reader.find('event-1')) ?? '')).toMatchObject({
    id: 'event-1',
    solution: 's',
    event_schema: 'größe',
    images: [],
  })
})
