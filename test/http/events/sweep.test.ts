import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenEventRules, eventFiles, inEventsDb } from '../../kit/event-rows.ts'
import { createEvent, newEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

test('files that no event names go at the start, and events are told of files that are gone', async () => {
  const before = await testEvents()
  const [kept, lost] = [await image(), await image()]
  const id = await createEvent(before.http, { images: [kept, lost] })
  const [, second = ''] = hashesIn(before)
  const orphan = await before.keeping.media.keep(Buffer.from('of nobody'))
  orphan.release()
  lose(before, second)
  await before.close()

  const store = await testEvents({ library: before.library })
  await store.keeping.upkeep.sweep()

  expect(eventFiles(store.library)).toHaveLength(1)
  expect(brokenEventRules(store.library)).toEqual([])
  const answer = await store.http.get(`/v2/events/${id}`)
  expect(answer.body).toMatchObject({
    original_file_count: 2,
    current_file_count: 1,
    images: [{ file_id: expect.any(String) }, { file_id: expect.any(String) }],
  })
})

test('no file is swept away while events with images come and go', async () => {
  const store = await testEvents({ settings: { MAX_RECORDS: '5' } })
  const images = await Promise.all(Array.from({ length: 6 }, image))

  for (let round = 0; round < 8; round += 1) {
    const creates = images.map((image, nth) => createEvent(store.http, { images: [image, images[nth - 1] ?? image] }))
    await Promise.all([...creates, store.keeping.upkeep.sweep()])
  }
  await store.runUpkeep()

  expect(brokenEventRules(store.library)).toEqual([])
  expect(eventFiles(store.library)).toEqual([...new Set(hashesIn(store))].sort())
})

test('where no folder of files is there at all, the disk is not mounted, and no event is told that its files are lost', async () => {
  const store = await testEvents()
  const id = await createEvent(store.http, { images: [await image()] })
  const [hash = ''] = hashesIn(store)
  rmSync(join(store.library, 'events', 'media', hash.slice(0, 2)), { recursive: true })

  await store.keeping.upkeep.sweep()

  expect((await store.http.get(`/v2/events/${id}`)).body).toMatchObject({ current_file_count: 1 })
})

test('a store whose folder of files is deleted takes images again after one failure', async () => {
  const store = await testEvents()
  await createEvent(store.http, { images: [await image()] })
  rmSync(join(store.library, 'events', 'media'), { recursive: true })

  const failed = await store.http.post('/v2/events', { json: newEvent({ images: [await image()] }) })
  const id = await createEvent(store.http, { images: [await image()] })

  expect(failed.status).toBe(500)
  expect((await store.http.get(`/v2/events/${id}`)).body).toMatchObject({ current_file_count: 1 })
  expect(eventFiles(store.library)).toHaveLength(1)
})

async function image() {
  return { base64Image: (await someImage()).toString('base64') }
}

function hashesIn({ library }: TestEvents): string[] {
  return inEventsDb(library, (db) => db.prepare<[], string>('SELECT hash FROM file ORDER BY id').pluck().all())
}

function lose({ library }: TestEvents, hash: string): void {
  rmSync(join(library, 'events', 'media', hash.slice(0, 2), hash))
}
