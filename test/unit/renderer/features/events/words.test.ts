import { expect, test } from 'vitest'
import { EventView } from '#common/contract/events'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { headlineOf, limitsText, rateText, shortenedText, stateOf } from '#renderer/features/events/words'

const CREATED = '2026-11-20T07:42:15.102000Z'

function event(more: Partial<EventView>): EventView {
  return EventView.parse({
    id: '018f',
    createdAt: CREATED,
    inferenceTimestamp: CREATED,
    draft: false,
    finalizedAt: CREATED,
    autoFinalizedAt: null,
    solution: null,
    workflowId: null,
    workflowVersion: null,
    deviceId: null,
    streamId: null,
    imageId: null,
    eventSchema: 'watch',
    eventData: {},
    customMetadata: null,
    images: [],
    videos: [],
    localOnlyFiles: [],
    displayImagePosition: null,
    originalFileCount: 0,
    currentFileCount: 0,
    apiVersion: 'v2',
    heldBecause: null,
    shortenedFrom: null,
    ...more,
  })
}

function image(...classes: readonly string[]): EventView['images'][number] {
  const place = { x: 10, y: 10, width: 4, height: 4, confidence: 0.912 }
  return {
    fileId: 'a',
    inputFileId: null,
    label: null,
    metadata: null,
    classifications: [],
    instanceSegmentations: [],
    keypoints: [],
    objectDetections: classes.map((name) => ({ class: name, ...place })),
  }
}

test.each([
  [{ images: [image('leaf')] }, 'Leaf 0.91', ''],
  [{ images: [image('orange', 'lemon', 'orange')] }, '3 found', '2 orange, 1 lemon'],
  [{ images: [image('orange'), image('orange')] }, '2 found', 'orange'],
  [{ eventSchema: 'quality_check', eventData: { result: 'fail' } }, 'Fail', ''],
  [{ eventSchema: 'quality_check', eventData: { result: 'fail' }, images: [image('leaf')] }, 'Fail, Leaf 0.91', ''],
  [{ eventSchema: 'inventory_count', eventData: { item_count: 12, itemType: 'crates' } }, '12 crates', ''],
  [{ eventSchema: 'safety_alert', eventData: { alertType: 'no_helmet', severity: 'high' } }, 'No helmet: high', ''],
  [{ eventSchema: 'operator_feedback', eventData: { feedback: 'correct' } }, 'Feedback: correct', ''],
  [{ eventData: { lane: 3, speed: 0.4, parts: [1] } }, 'lane 3', 'speed 0.4'],
  [{ images: [image()] }, '1 image', ''],
])('%j is told as "%s" "%s"', (more, lead, note) => {
  expect(headlineOf(event(more))).toEqual({ lead, note })
})

test('a draft says when it is finalised, and an event that is held says why', () => {
  const limits = { retentionDays: 1, maxRecords: 1_000_000, maxBytes: 0, draftSeconds: 60 }
  const status = {
    events: 1,
    drafts: 1,
    bytes: 1,
    oldest: null,
    perSecond: 0,
    blockedBecause: null,
    limits,
    upload: null,
  }
  const soon = Date.parse('2026-11-20T07:42:27.102Z')

  expect(stateOf(event({ draft: true }), status, soon)).toMatchObject({ word: 'Draft', note: 'closes in 48 s' })
  expect(
    stateOf(event({ heldBecause: said(message('upload-busy', { host: 'cloud.test', status: 503 })) }), status, soon),
  ).toMatchObject({
    word: 'Upload held',
    reason: 'cloud.test cannot accept events now (503)',
  })
  expect(limitsText(limits)).toBe('Kept for 1 day, at most 1,000,000 events.')
})

test('an event too long to show says how long it is and how to get it', () => {
  expect(shortenedText(25_000_000)).toBe(
    'This event has 25,000,000 characters and is shown shortened. An export holds all of it.',
  )
})

test('a rate counts no more events than arrived', () => {
  expect(rateText(0)).toBe('none now')
  expect(rateText(0.1)).toBe('1 in the last 10 seconds')
  expect(rateText(0.9)).toBe('9 in the last 10 seconds')
  expect(rateText(3.24)).toBe('3.2 a second')
  expect(rateText(32.4)).toBe('32 a second')
})
