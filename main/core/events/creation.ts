import { type Refusal, refuse } from '#common/errors'
import { isKnownEventSchema, knownSchemaMisfit } from '#common/events/known-schemas'
import { ok, type Result } from '#common/result'
import type { Hold } from './attaching.ts'
import type { NewEvent, NewEventImage } from './new-event.ts'
import type { EventFile, EventImage, EventImageReader, EventMedia, EventSchemaShelf } from './ports.ts'
import type { EventSettings } from './settings.ts'

/** The images of one entry of `images`, decoded. */
export interface EntryImages {
  readonly image: EventImage | undefined
  readonly input: EventImage | undefined
}

/** Whether `event_data` fits the schema that it names. */
export async function checkEventData(
  { eventSchema: name, eventData: data }: NewEvent,
  { freeSchemas }: Pick<EventSettings, 'freeSchemas'>,
  shelf: EventSchemaShelf,
): Promise<Result<void, Refusal>> {
  if (!isKnownEventSchema(name) && !shelf.has(name) && !freeSchemas)
    return refuse('event-schema-unknown', { schema: name })
  const misfit = isKnownEventSchema(name) ? knownSchemaMisfit(name, data) : await shelf.misfit(name, data)
  return misfit === undefined ? ok(undefined) : refuse('event-data-misfit', { schema: name }, misfit)
}

/** Decodes all images of an event; the refusal names the field of the first that cannot be read. None for an event without images. */
export async function readImages(
  images: readonly NewEventImage[],
  reader: EventImageReader,
): Promise<Result<EntryImages[], Refusal>> {
  if (images.every(({ image, inputImage }) => image === null && inputImage === null)) return ok([])
  const entries: EntryImages[] = []
  for (const [index, image] of images.entries()) {
    const read = await readEntry(image, `images.${index}`, reader)
    if (!read.ok) return read
    entries.push(read.value)
  }
  return ok(entries)
}

export async function readEntry(
  { image, inputImage }: NewEventImage,
  place: string,
  reader: EventImageReader,
): Promise<Result<EntryImages, Refusal>> {
  const output = image === null ? ok(undefined) : await reader.read(image)
  if (!output.ok) return refuse('event-image-unreadable', { place }, output.error)
  const input = inputImage === null ? ok(undefined) : await reader.read(inputImage)
  if (!input.ok) return refuse('event-input-unreadable', { place }, input.error)
  return ok({ image: output.value, input: input.value })
}

/** The files of one entry of `images`. */
export interface EntryFiles {
  readonly image: EventFile | undefined
  readonly input: EventFile | undefined
}

/** Files of an event that are on disk and held until its row is. */
export interface KeptFiles {
  readonly entries: readonly EntryFiles[]
  readonly files: readonly EventFile[]
}

const NO_FILES: KeptFiles = { entries: [], files: [] }

/**
 * Puts all images on the disk, at the same time. Each is told to `hold` as soon as it is there; when one cannot be put there, the failure
 * is thrown after the others have arrived.
 */
export async function keepImages(
  entries: readonly EntryImages[],
  media: EventMedia,
  { freshId, hold }: { readonly freshId: () => string; readonly hold: Hold },
): Promise<KeptFiles> {
  const images = entries.flatMap(({ image, input }) => [image, input]).filter((image) => image !== undefined)
  if (images.length === 0) return NO_FILES
  const results = await Promise.allSettled(images.map(({ bytes }) => media.keep(bytes)))
  const kept = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  for (const each of kept) hold(each)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  let next = 0
  const fileOf = (image: EventImage | undefined, kind: 'picture' | 'input'): EventFile | undefined => {
    const bytes = image && kept[next]
    if (!bytes) return undefined
    next += 1
    return { id: freshId(), kind, hash: bytes.hash, contentType: image.contentType, bytes: bytes.bytes }
  }
  const named = entries.map(({ image, input }) => ({
    image: fileOf(image, 'picture'),
    input: fileOf(input, 'input'),
  }))
  const files = named.flatMap(({ image, input }) => [image, input]).filter((file) => file !== undefined)
  return { entries: named, files }
}

/** Fields of `event_data` that queries look for, in either spelling. */
export function referencesIn(data: Readonly<Record<string, unknown>>): {
  readonly externalId: string | null
  readonly relatedEventId: string | null
} {
  return {
    externalId: textAmong(data, ['externalId', 'external_id']),
    relatedEventId: textAmong(data, ['relatedEventId', 'related_event_id']),
  }
}

function textAmong(data: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = data[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
  }
  return null
}
