import { expect, test } from 'vitest'
import { EventView } from '#common/contract/events'
import { withNew } from '#renderer/features/events/live/use-event-list'

const CREATED = '2026-03-01T12:00:00.000Z'

/** Returns events a second apart, newest first. */
function events(count: number, name: string): EventView[] {
  return Array.from({ length: count }, (_, at) => event({ id: `${name}${at}`, createdAt: momentOf(count - at) }))
}

function momentOf(second: number): string {
  return new Date(second * 1000).toISOString()
}

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

test('a trimmed list still counts its damaged events', () => {
  const now = { pages: [{ events: events(999, 'old'), next: null, damaged: ['a'] }], pageParams: [undefined] }
  const after = withNew(now, { events: events(5, 'new'), next: null, damaged: ['b'] })

  expect(after.pages.map((page) => [page.events.length, page.damaged.toSorted()])).toEqual([[1000, ['a', 'b']]])
})
