import type { StoredEvent } from '#common/events/stored-event'
import { message } from '#common/messages/message'
import { DamagedRowError } from '#core/damaged-row'

/**
 * A stored event out of its own text, its members in their order. This program wrote the text, so only damage to its form is noticed;
 * undefined then.
 */
export function storedEvent(body: string): StoredEvent | undefined {
  try {
    return body.startsWith('{') ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}

export function damagedEvent(id: string): DamagedRowError {
  return new DamagedRowError(message('row-event', { id }), { remedy: 'restore' })
}

/** An entry of one of its lists out of its text, which this program wrote as well. */
export function storedEntry(text: string): unknown {
  return JSON.parse(text)
}
