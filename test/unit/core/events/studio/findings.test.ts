import { expect, test } from 'vitest'
import type { StoredEvent } from '#common/events/stored-event'
import { findingsOf, shownEntry } from '#core/events/studio/findings'

type Entry = StoredEvent['images'][number]

const place = { class: 'cup', x: 10, y: 20, width: 4, height: 6, confidence: 0.75 }
const box = { x0: 8, y0: 17, x1: 12, y1: 23 }
const label = { className: 'cup', score: 0.75 }

function entry(more: Partial<Entry> = {}): Entry {
  return {
    file_id: null,
    input_file_id: null,
    label: null,
    metadata: null,
    object_detections: [],
    classifications: [],
    instance_segmentations: [],
    keypoints: [],
    ...more,
  }
}

function findings(more: Partial<Entry>) {
  return findingsOf(entry(more)).objects
}

test('a detection is the box around its middle', () => {
  expect(findings({ object_detections: [place] })).toEqual([{ ...label, kind: 'box', box }])
})

test('an outline is a polygon; one of fewer than three points is its box', () => {
  const ring = [
    [8, 17],
    [12, 17],
    [10, 23],
  ]

  expect(findings({ instance_segmentations: [{ ...place, points: ring }] })).toEqual([
    { ...label, kind: 'polygon', rings: [[8, 17, 12, 17, 10, 23]] },
  ])
  expect(findings({ instance_segmentations: [{ ...place, points: ring.slice(1) }] })).toEqual([
    { ...label, kind: 'box', box },
  ])
})

test('keypoints keep their names; numbers are counted from one', () => {
  const nose = { id: 'nose', x: 9, y: 18, confidence: 0.9 }
  const tail = { id: 'tail', x: 11, y: 22, occluded: true }
  const points = [
    { x: 9, y: 18, visibility: 2 },
    { x: 11, y: 22, visibility: 1 },
  ]

  const [named] = findings({ keypoints: [{ ...place, keypoints: [nose, tail] }] })
  const [numbered] = findings({
    keypoints: [
      {
        ...place,
        keypoints: [
          { ...nose, id: 0 },
          { ...tail, id: 1 },
        ],
      },
    ],
  })

  expect(named).toEqual({
    ...label,
    kind: 'keypoints',
    box,
    points,
    skeleton: { points: ['nose', 'tail'], edges: [] },
  })
  expect(numbered).toMatchObject({ points, skeleton: { points: ['point 1', 'point 2'] } })
})

test('the box around an outline is not told a second time, another box is', () => {
  const outline = {
    ...place,
    points: [
      [8, 17],
      [12, 17],
      [10, 23],
    ],
  }
  const other = { ...place, class: 'plate' }

  const found = findings({ object_detections: [place, other], instance_segmentations: [outline] })

  expect(found.map(({ kind, className }) => [kind, className])).toEqual([
    ['box', 'plate'],
    ['polygon', 'cup'],
  ])
})

test('classes of the whole image are counted, a confidence in per cent is not told', () => {
  const found = findingsOf(
    entry({ object_detections: [{ ...place, confidence: 87 }], classifications: [{ class: 'wet', confidence: 1 }] }),
  )

  expect(found).toEqual({ objects: [{ className: 'cup', kind: 'box', box }], others: 1 })
})

test('an event shows the entry that it names, else the first with an image', () => {
  const [bare, output, input] = [entry(), entry({ file_id: 'out' }), entry({ input_file_id: 'in' })]
  const shown = (position: number | null, images: Entry[]) => shownEntry(event(position, images))

  expect(shown(2, [bare, output, input])).toBe(input)
  expect(shown(0, [bare, output, input])).toBe(output)
  expect(shown(7, [bare, output])).toBe(output)
  expect(shown(null, [input, output])).toBe(input)
  expect(shown(null, [bare])).toBeUndefined()
})

function event(display_image_position: number | null, images: Entry[]): StoredEvent {
  return {
    id: 'e',
    created_at: '2026-11-22T10:00:00.000000Z',
    draft: false,
    finalized_at: null,
    auto_finalized_at: null,
    original_file_count: 0,
    current_file_count: 0,
    solution: null,
    workflow_id: null,
    workflow_version: null,
    inference_timestamp: '2026-11-22T10:00:00Z',
    device_id: null,
    stream_id: null,
    image_id: null,
    event_schema: 'custom',
    event_data: {},
    custom_metadata: null,
    images,
    videos: [],
    local_only_files: [],
    display_image_position,
    api_version: 'v2',
  }
}
