import type { StoredEvent } from '#common/events/stored-event'
import { message } from '#common/messages/message'
import { DamagedRowError } from '#core/damaged-row'

/**
 * Parses a stored event, keeping the order of its members. Since this program wrote the text, only its form is checked;
 * undefined if that is damaged.
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

/** Parses an entry of one of its lists, which this program wrote too. */
export function storedEntry(text: string): unknown {
  return JSON.parse(text)
}
