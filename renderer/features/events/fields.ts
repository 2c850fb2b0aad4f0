import type { EventView } from '#common/contract/events'

/** A field of an event's data, for people: producers spell `relatedEventId` as `related_event_id` too. Empty where it is absent. */
export function fieldOf(data: EventView['eventData'], name: string): string {
  const spelled = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return plainText(data[name] ?? data[spelled])
}

/** Numbers, texts and truths as they are; nothing for what holds more. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
