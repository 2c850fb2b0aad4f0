import type { EventStoreStatus, EventView } from '#common/contract/events'
import { isKnownEventSchema, type KnownEventSchema } from '#common/events/known-schemas'
import type { Classification, Detection } from '#common/events/stored-event'
import { sentenceOf } from '#renderer/data/sentence'
import { bytes, count, decimal, duration } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { fieldOf, plainText } from './fields.ts'
import { msOf } from './moments.ts'

/** A short text about an event, and the details behind it. */
export interface Headline {
  readonly lead: string
  readonly note: string
}

/** "17 found" of "12 orange, 5 lemon"; "Leaf 0.91"; "12 crates"; "Pass, 3 found". */
export function headlineOf(event: EventView): Headline {
  const found = foundWords(event)
  const told = isKnownEventSchema(event.eventSchema) ? knownWords(event.eventSchema, event.eventData) : undefined
  if (told === undefined) return found ?? plainWords(event)
  return found === undefined ? told : { lead: `${told.lead}, ${found.lead}`, note: found.note }
}

/** Everything that was found and lies somewhere, in all images of an event. */
export function objectsOf({ images }: EventView): Detection[] {
  return images.flatMap((image) => [...image.objectDetections, ...image.instanceSegmentations, ...image.keypoints])
}

function foundWords(event: EventView): Headline | undefined {
  const objects = objectsOf(event)
  const [first] = objects
  if (first === undefined) return classWords(event.images.flatMap(({ classifications }) => classifications))
  if (objects.length === 1) return { lead: `${named(first.class)} ${decimal(first.confidence, 2)}`, note: '' }
  return { lead: t('{{number}} found', { number: objects.length }), note: countsText(objects) }
}

function classWords(classes: readonly Classification[]): Headline | undefined {
  const [best, ...others] = classes.toSorted((a, b) => b.confidence - a.confidence)
  if (best === undefined) return undefined
  const next = others.slice(0, 2).map((each) => `${each.class} ${decimal(each.confidence, 2)}`)
  return { lead: `${named(best.class)} ${decimal(best.confidence, 2)}`, note: next.join(', ') }
}

/** "12 orange, 5 lemon", the most frequent first. */
function countsText(objects: readonly Detection[]): string {
  const counts = new Map<string, number>()
  for (const each of objects) counts.set(each.class, (counts.get(each.class) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const [only] = sorted
  if (sorted.length === 1 && only !== undefined) return only[0]
  return sorted.map(([name, amount]) => `${count(amount)} ${name}`).join(', ')
}

/** Headline of a known schema; undefined where its fields are missing: stored data was not always checked. */
function knownWords(schema: KnownEventSchema, data: EventView['eventData']): Headline | undefined {
  const field = (name: string) => fieldOf(data, name)
  const words = (lead: string, note = '') => (lead === '' ? undefined : { lead, note })
  switch (schema) {
    case 'quality_check':
      return words(named(field('result')))
    case 'inventory_count':
      return field('itemCount') === ''
        ? undefined
        : words(`${field('itemCount')} ${field('itemType') || t('items')}`, field('location'))
    case 'safety_alert':
      return words(alertText(field('alertType'), field('severity')), field('description'))
    case 'custom':
      return words(field('value'))
    case 'operator_feedback':
      return words(field('feedback') && t('Feedback: {{verdict}}', { verdict: field('feedback') }))
  }
}

/** "No helmet: high". */
function alertText(type: string, severity: string): string {
  return [named(type.replaceAll('_', ' ')), severity].filter((each) => each !== '').join(': ')
}

/** Of a schema that nobody knows: its first few values, or what came with it. */
function plainWords({ eventData, images, videos, eventSchema }: EventView): Headline {
  const values = Object.entries(eventData).flatMap(([key, value]) => {
    const text = plainText(value)
    return text === '' ? [] : [`${key} ${text}`]
  })
  const [lead, ...rest] = values
  if (lead !== undefined) return { lead, note: rest.slice(0, 3).join(', ') }
  if (images.length > 0) return { lead: t('{{count}} images', { count: images.length }), note: '' }
  return { lead: videos.length > 0 ? t('{{count}} videos', { count: videos.length }) : eventSchema, note: '' }
}

function named(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface EventState {
  readonly kind: 'draft' | 'held' | 'final'
  readonly word: string
  /** "closes in 48 s". */
  readonly note: string
  /** Why it is so, as a sentence. */
  readonly reason: string
}

export function stateOf(event: EventView, status: EventStoreStatus | undefined, nowMs: number): EventState {
  if (event.draft) return draftState(event, status?.limits.draftSeconds ?? 0, nowMs)
  if (event.heldBecause !== null)
    return { kind: 'held', word: t('Upload held'), note: '', reason: sentenceOf(event.heldBecause) }
  const isSwept = event.autoFinalizedAt !== null
  const reason = isSwept ? t('Its producer left it open, so the store closed it.') : ''
  return { kind: 'final', word: t('Final'), note: '', reason }
}

function draftState({ createdAt }: EventView, draftSeconds: number, nowMs: number): EventState {
  const reason = t('Its producer may still add images and files to it.')
  const draft = { kind: 'draft', word: t('Draft'), reason } as const
  if (draftSeconds === 0) return { ...draft, note: '' }
  const left = (msOf(createdAt) - nowMs) / 1000 + draftSeconds
  const note = left > 0 ? t('closes in {{duration}}', { duration: duration(left) }) : t('closes now')
  return { ...draft, note }
}

/** Of an event that is too long to be shown whole. */
export function shortenedText(characters: number): string {
  return t('This event has {{length}} characters and is shown shortened. An export holds all of it.', {
    length: count(characters),
  })
}

/** "Kept for 1 day, at most 1,000,000 events and 50 GB." */
export function limitsText({ retentionDays, maxRecords, maxBytes }: EventStoreStatus['limits']): string {
  const kept = retentionDays === 0 ? t('Kept indefinitely') : t('Kept for {{time}}', { time: daysText(retentionDays) })
  const [events, size] = [t('{{count}} events', { count: maxRecords }), bytes(maxBytes)]
  if (maxRecords > 0 && maxBytes > 0) return t('{{kept}}, at most {{events}} and {{size}}.', { kept, events, size })
  if (maxRecords > 0) return t('{{kept}}, at most {{most}}.', { kept, most: events })
  return maxBytes > 0 ? t('{{kept}}, at most {{most}}.', { kept, most: size }) : t('{{kept}}, any number.', { kept })
}

function daysText(days: number): string {
  return days >= 1 ? t('{{count}} days', { count: Math.round(days * 10) / 10 }) : duration(days * 86_400)
}

/** The rate is that of ten seconds. */
const RATE_SECONDS = 10

/** 3.24 → "3.2 a second"; 0.1 → "1 in the last 10 seconds": few events are counted, since a rate would overstate them. */
export function rateText(perSecond: number): string {
  if (perSecond >= 10) return t('{{rate}} a second', { rate: count(perSecond) })
  if (perSecond >= 0.95) return t('{{rate}} a second', { rate: decimal(perSecond, 1) })
  return perSecond === 0
    ? t('none now')
    : t('{{number}} in the last {{seconds}} seconds', {
        number: count(Math.round(perSecond * RATE_SECONDS)),
        seconds: RATE_SECONDS,
      })
}
