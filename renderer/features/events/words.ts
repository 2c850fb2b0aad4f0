import type { EventStoreStatus, EventView } from '#common/contract/events'
import { isKnownEventSchema, type KnownEventSchema } from '#common/events/known-schemas'
import type { Classification, Detection } from '#common/events/stored-event'
import { bytes, count, duration, plural } from '#renderer/kit/format'
import { fieldOf, plainText } from './fields.ts'
import { msOf } from './moments.ts'

/** What an event says, in a few words, and what stands behind them. */
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

/** Everything that was found and lies somewhere, in all pictures of an event. */
export function objectsOf({ images }: EventView): Detection[] {
  return images.flatMap((image) => [...image.objectDetections, ...image.instanceSegmentations, ...image.keypoints])
}

function foundWords(event: EventView): Headline | undefined {
  const objects = objectsOf(event)
  const [first] = objects
  if (first === undefined) return classWords(event.images.flatMap(({ classifications }) => classifications))
  if (objects.length === 1) return { lead: `${named(first.class)} ${first.confidence.toFixed(2)}`, note: '' }
  return { lead: `${count(objects.length)} found`, note: countsText(objects) }
}

function classWords(classes: readonly Classification[]): Headline | undefined {
  const [best, ...others] = classes.toSorted((a, b) => b.confidence - a.confidence)
  if (best === undefined) return undefined
  const next = others.slice(0, 2).map((each) => `${each.class} ${each.confidence.toFixed(2)}`)
  return { lead: `${named(best.class)} ${best.confidence.toFixed(2)}`, note: next.join(', ') }
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

/** Undefined where the fields that say it are not there: what is stored was not always checked. */
function knownWords(schema: KnownEventSchema, data: EventView['eventData']): Headline | undefined {
  const field = (name: string) => fieldOf(data, name)
  const words = (lead: string, note = '') => (lead === '' ? undefined : { lead, note })
  switch (schema) {
    case 'quality_check':
      return words(named(field('result')))
    case 'inventory_count':
      return field('itemCount') === ''
        ? undefined
        : words(`${field('itemCount')} ${field('itemType') || 'items'}`, field('location'))
    case 'safety_alert':
      return words(alertText(field('alertType'), field('severity')), field('description'))
    case 'custom':
      return words(field('value'))
    case 'operator_feedback':
      return words(field('feedback') && `Feedback: ${field('feedback')}`)
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
  if (images.length > 0) return { lead: plural(images.length, 'picture'), note: '' }
  return { lead: videos.length > 0 ? plural(videos.length, 'video') : eventSchema, note: '' }
}

function named(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface EventState {
  readonly word: 'Draft' | 'Upload held' | 'Final'
  /** "closes in 48 s". */
  readonly note: string
  /** Why it is so, as a sentence. */
  readonly reason: string
}

export function stateOf(event: EventView, status: EventStoreStatus | undefined, nowMs: number): EventState {
  if (event.draft) return draftState(event, status?.limits.draftSeconds ?? 0, nowMs)
  if (event.heldBecause !== null) return { word: 'Upload held', note: '', reason: event.heldBecause }
  const isSwept = event.autoFinalizedAt !== null
  return { word: 'Final', note: '', reason: isSwept ? 'Its producer left it open, and the store closed it.' : '' }
}

function draftState({ createdAt }: EventView, draftSeconds: number, nowMs: number): EventState {
  const reason = 'Its producer may still add pictures and files to it.'
  if (draftSeconds === 0) return { word: 'Draft', note: '', reason }
  const left = (msOf(createdAt) - nowMs) / 1000 + draftSeconds
  return { word: 'Draft', note: left > 0 ? `closes in ${duration(left)}` : 'closes now', reason }
}

/** "Kept for 1 day, at most 1,000,000 events and 50 GB." */
export function limitsText({ retentionDays, maxRecords, maxBytes }: EventStoreStatus['limits']): string {
  const time = retentionDays === 0 ? 'Kept for any time' : `Kept for ${daysText(retentionDays)}`
  const most = [maxRecords > 0 && plural(maxRecords, 'event'), maxBytes > 0 && bytes(maxBytes)].filter(Boolean)
  return most.length === 0 ? `${time}, any number.` : `${time}, at most ${most.join(' and ')}.`
}

function daysText(days: number): string {
  return days >= 1 ? plural(Math.round(days * 10) / 10, 'day') : duration(days * 86_400)
}

/** 3.24 → "3.2 a second"; 0.05 → "3 a minute". */
export function rateText(perSecond: number): string {
  if (perSecond >= 10) return `${count(perSecond)} a second`
  if (perSecond >= 0.95) return `${perSecond.toFixed(1)} a second`
  return perSecond === 0 ? 'none now' : `${count(Math.max(1, perSecond * 60))} a minute`
}
