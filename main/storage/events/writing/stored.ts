import type { StoredEvent } from '#common/events/stored-event'

/** A stored event out of its own text, its members in their order. This program wrote the text, so it is not checked again. */
export function storedEvent(body: string): StoredEvent {
  return JSON.parse(body)
}
