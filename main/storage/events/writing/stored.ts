import type { StoredEvent } from '#common/events/stored-event'

/** A stored event out of its own text, its members in their order. This program wrote the text, so it is not checked again. */
export function storedEvent(body: string): StoredEvent {
  return JSON.parse(body)
}

/** An entry of one of its lists out of its text, which this program wrote as well. */
export function storedEntry(text: string): unknown {
  return JSON.parse(text)
}
