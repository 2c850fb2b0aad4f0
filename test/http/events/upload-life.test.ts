import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UploadOptions } from '#compose/events/event-upload'
import { type CloudReceiverHost, cloudReceiverHost } from '../../kit/cloud-receiver.ts'
import { fileForm } from '../../kit/event-media.ts'
import { createEvent, newEvent, type TestEvents, testEvents } from '../../kit/event-store.ts'
import { someImage } from '../../kit/images.ts'

const QUICK = { firstMs: 1, longestMs: 5, longestPauseMs: 5, lookMs: 2 } satisfies UploadOptions

function uploadingTo({ url }: CloudReceiverHost, settings: Readonly<Record<string, string>> = {}) {
  const cloud = { CLOUD_UPLOAD_URL: url, DEFAULT_SOLUTION_ID: 'parts' }
  return testEvents({ upload: QUICK, settings: { ...cloud, ...settings } })
}

function allSent({ keeping }: TestEvents): Promise<void> {
  return expect.poll(() => keeping.service.totals().unsent, { interval: 2 }).toBe(0)
}

test('a draft goes with all that came to it once it is final; files for here alone stay', async () => {
  const receiver = await cloudReceiverHost()
  const { http, ...events } = await uploadingTo(receiver)
  const [clip, log] = [randomBytes(300_000), randomBytes(2000)]
  const base64Image = (await someImage()).toString('base64')
  const id = await createEvent(http, { draft: true, images: [{ base64Image }] })
  await http.post(`/v2/events/${id}/videos`, { form: fileForm(clip, 'video/mp4') })
  await http.post(`/v2/events/${id}/local-only-files`, { form: fileForm(log, 'text/plain', 'log.txt') })
  expect(receiver.asked).toEqual([])

  const final = await http.post(`/v2/events/${id}/finalize`)
  await receiver.until(() => receiver.events.has(id))
  await allSent({ http, ...events })

  expect(final).toMatchObject({ status: 200, body: { local_only_files: [{}] } })
  const [image, video] = [...receiver.files.values()]
  expect(video?.bytes).toEqual(clip)
  expect(receiver.files.size).toBe(2)
  expect(receiver.event(id)).toMatchObject({
    images: [{ sourceId: image?.sourceId }],
    videos: [{ sourceId: video?.sourceId }],
  })
})

test('a draft that its age made final is sent', async () => {
  const receiver = await cloudReceiverHost()
  const events = await uploadingTo(receiver, { DRAFT_AUTO_FINALIZE_SECONDS: '60' })
  const id = await createEvent(events.http, { draft: true })

  events.passTime(61_000)
  await events.runUpkeep()
  await receiver.until(() => receiver.events.size > 0)

  expect([...receiver.events.keys()]).toEqual([id])
})

test('a full store takes events again when the receiver has come back', async () => {
  const receiver = await cloudReceiverHost()
  await receiver.goAway()
  const { http } = await uploadingTo(receiver, { MAX_RECORDS: '5' })
  for (let count = 0; count < 5; count += 1) await createEvent(http)
  const post = () => http.post('/v2/events', { json: newEvent() })
  expect(await post()).toMatchObject({ status: 529, body: { error: 'capacity_blocked' } })

  await receiver.comeBack()

  await expect.poll(async () => (await post()).status, { interval: 5 }).toBe(201)
  await receiver.until(() => receiver.events.size >= 5)
})
