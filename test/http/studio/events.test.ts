import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventFilterView } from '#common/contract/events'
import { refusal } from '#common/errors'
import { said } from '#common/messages/sentence'
import { type EventStation, ofDevice, openEventStation } from '../../kit/event-station.ts'
import { photo } from '../../kit/station-process.ts'
import { addCupsAndBoats } from '../../kit/studio-page.ts'

let station: EventStation
let coffee: string

beforeAll(async () => {
  station = await openEventStation()
  coffee = (await photo('coffee.jpg')).toString('base64')
})
afterAll(() => station.close())

const cup = { class: 'cup', x: 300, y: 200, width: 100, height: 80, confidence: 0.9 }

test('a page shows the youngest events first and says where the next one begins', async () => {
  const ids = await station.sendMany('paging', 3)
  const window = { limit: 2, direction: 'desc' as const }

  const first = await station.studio.events.page({ ...window, filter: ofDevice('paging') })
  const second = await station.studio.events.page({
    ...window,
    filter: { ...ofDevice('paging'), end: first.next ?? '' },
  })

  expect([...first.events, ...second.events].map(({ id }) => id)).toEqual(ids.toReversed())
  expect(second.next).toBeNull()
})

test('an event has the same words in the studio as its producer sent', async () => {
  const image = { base64Image: coffee, label: 'front', object_detections: [{ ...cup, tracker: 7 }] }
  const { id, image_ids } = await station.send({
    device_id: 'cam',
    workflow_id: 'count',
    custom_metadata: { line: 4 },
    images: [image],
  })

  const event = await station.studio.events.find({ event: id })

  expect(event).toMatchObject({
    id,
    deviceId: 'cam',
    workflowId: 'count',
    eventSchema: 'quality_check',
    eventData: { result: 'pass' },
    customMetadata: { line: 4 },
    draft: false,
    heldBecause: null,
    originalFileCount: 1,
    images: [{ fileId: image_ids[0], inputFileId: null, label: 'front', objectDetections: [{ ...cup, tracker: 7 }] }],
  })
  await expect(station.studio.events.find({ event: 'nobody' })).rejects.toThrow('There is no event nobody')
})

test('a moment that cannot be read is refused', async () => {
  const filter = EventFilterView.parse({ start: 'yesterday' })

  await expect(station.studio.events.count({ filter })).rejects.toThrow('start is not a timestamp')
})

test('events are counted over time, and the values to filter by are listed', async () => {
  await station.sendMany('counted', 3)
  const { youngest = '' } = (await station.studio.events.span()) ?? {}
  const end = new Date(Date.parse(youngest) + 1000).toISOString()
  const start = new Date(Date.parse(end) - 60_000).toISOString()

  const filter = { ...ofDevice('counted'), start, end }
  const { counts } = await station.studio.events.histogram({ filter, buckets: 6 })

  expect([counts.length, counts.reduce((sum, count) => sum + count)]).toEqual([6, 3])
  expect(await station.studio.events.count({ filter })).toEqual({ count: 3 })
  expect((await station.studio.events.facets()).devices).toContain('counted')
})

test('the state of the store tells how much there is, how fast it comes, and what limits it', async () => {
  await station.send({ draft: true })

  const status = await station.studio.events.status()

  expect(status).toMatchObject({
    blockedBecause: null,
    upload: null,
    limits: { retentionDays: 30, draftSeconds: 3600 },
  })
  expect(status.events).toBeGreaterThan(status.drafts)
  expect(status.drafts).toBeGreaterThan(0)
  expect(status.perSecond).toBeGreaterThan(0)
})

test('a draft is made final from the studio', async () => {
  const { id } = await station.send({ draft: true })

  const event = await station.studio.events.finalize({ event: id })

  expect(event).toMatchObject({ id, draft: false, finalizedAt: expect.any(String), autoFinalizedAt: null })
})

test('what an operator says of an event is an event that names it', async () => {
  const { id } = await station.send({ device_id: 'cam', workflow_id: 'count', solution: 'line' })

  const feedback = await station.studio.events.giveFeedback({ event: id, feedback: 'incorrect' })

  expect(feedback).toMatchObject({
    eventSchema: 'operator_feedback',
    eventData: { relatedEventId: id, feedback: 'incorrect' },
    deviceId: 'cam',
    workflowId: 'count',
    solution: 'line',
    draft: false,
    images: [],
  })
  const filter = EventFilterView.parse({ relatedEventId: id })
  expect(await station.studio.events.count({ filter })).toEqual({ count: 1 })
})

test('many events at once are few notes', async () => {
  const notes = await station.studio.session.watch()
  const filter = ofDevice('noted')

  await station.sendMany('noted', 20)
  let heard = 0
  for await (const note of notes) {
    if (note.kind !== 'events') continue
    heard += 1
    if ((await station.studio.events.count({ filter })).count === 20) break
  }

  expect(heard).toBeLessThan(20)
})

test('events become images of a project, and what was found in them waits there as proposals', async () => {
  const project = await addCupsAndBoats(station.process)
  const camera = (await photo('camera.jpg')).toString('base64')
  const outside = { ...cup, x: -5000 }
  const whole = { class: 'busy', confidence: 1 }
  const image = { inputBase64Image: camera, object_detections: [cup, outside], classifications: [whole] }
  const fresh = await station.send({ workflow_id: 'count', images: [image] })
  const known = await station.send({ images: [{ base64Image: coffee, object_detections: [cup] }] })
  const bare = await station.send({})

  const events = [fresh.id, bare.id, known.id, 'nobody']
  const sent = await station.studio.events.sendToProject({ events, project })

  expect(sent).toMatchObject({
    added: 1,
    known: 1,
    proposed: 2,
    leftOut: 2,
    images: [{}, {}].map(() => expect.any(String)),
  })
  expect(sent.failed).toEqual([
    { event: bare.id, reason: said(refusal('event-without-image')) },
    { event: 'nobody', reason: said(refusal('event-not-found', { event: 'nobody' })) },
  ])
  const opened = await Promise.all(sent.images.map((image) => station.studio.annotations.open({ project, image })))
  expect(opened.map(({ proposals }) => proposals)).toMatchObject([
    [
      {
        source: 'count',
        className: 'cup',
        score: 0.9,
        form: { kind: 'box', box: { x0: 250, y0: 160, x1: 350, y1: 240 } },
      },
    ],
    [{ source: 'quality_check', className: 'cup' }],
  ])
})
