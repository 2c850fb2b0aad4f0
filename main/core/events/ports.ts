import type { MetadataEntry } from '#common/events/metadata'
import type { EventFilter, EventQuery } from '#common/events/query'
import type { BlobHash } from '#common/ids'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { FileState } from '../dataset/images/ports.ts'

/** Role of a file in an event: the image with what was drawn into it, the image as it was taken, and what came with them. */
export type EventFileKind = 'picture' | 'input' | 'video' | 'local'

/** A file of an event. Its bytes are in the media store before any row names it. */
export interface EventFile {
  readonly id: string
  readonly kind: EventFileKind
  readonly hash: BlobHash
  readonly contentType: string
  readonly bytes: number
}

/** An event that is about to be stored. */
export interface EventRecord {
  readonly id: string
  /** Microseconds since 1970; the event's `created_at` is this or the next free one after the youngest event. */
  readonly now: number
  readonly draft: boolean
  /** Fields that queries look for; null where the event has none. */
  readonly deviceId: string | null
  readonly eventSchema: string
  readonly workflowId: string | null
  readonly externalId: string | null
  readonly relatedEventId: string | null
  readonly metadata: readonly MetadataEntry[]
  /** The event's own fields as members of a JSON object, without its braces; of very long ones some as bytes. */
  readonly members: string | LongMembers
  readonly files: readonly EventFile[]
  /** It is to be sent to the cloud once it is final. */
  readonly isToSend: boolean
}

/** Text of which the most is bytes in UTF-8: these go from thread to thread without being copied. */
export interface LongMembers {
  readonly first: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly last: string
}

/** How full the store is. Bytes are those of the events' own JSON and of their files. */
export interface StoreTotals {
  readonly events: number
  readonly drafts: number
  readonly bytes: number
  /** Final events that wait to be sent to the cloud. */
  readonly unsent: number
}

/** A media entry that is added to a draft: its JSON text as the list holds it, and the files that it names. */
export interface AttachedMedia {
  readonly list: 'images' | 'videos' | 'local_only_files'
  readonly entry: string
  readonly files: readonly EventFile[]
}

export type Attached = 'attached' | 'not-found' | 'final'

/** Which of the oldest events go. */
export interface Removal {
  /** At most so many events, oldest first. */
  readonly limit: number
  /** Only events older than this moment (microseconds); undefined takes the oldest whatever their age. */
  readonly before?: number
  /** Drafts and events that were not sent yet stay. */
  readonly sparesUnsent: boolean
}

export interface Removed {
  readonly events: number
  /** Blobs that no file names any more. */
  readonly freed: readonly BlobHash[]
}

/** An event on its way to the cloud. */
export interface Outgoing {
  /** Its `created_at` in microseconds, which names it inside the store. */
  readonly key: number
  /** The stored event as JSON text. */
  readonly event: string
  readonly files: readonly EventFile[]
  /** How often it was tried. */
  readonly attempts: number
  /** Identifiers that the receiver gave to those files that it has already, by our file id. */
  readonly sources: Readonly<Record<string, string>>
}

/** Writes to the store. Every promise settles when the change is on disk, or has left nothing behind. */
export interface EventWriter {
  /** Answers `created_at` in microseconds: later than that of every event before. */
  create(record: EventRecord): Promise<number>
  /** Adds to a draft. `now` in microseconds. */
  attach(eventId: string, media: AttachedMedia): Promise<Attached>
  /** Makes a draft final at `now` (microseconds); an event that is final already stays as it is. Undefined: no such event. Answers its JSON text. */
  finalize(eventId: string, now: number, isToSend: boolean): Promise<string | undefined>
  /** Makes drafts final that are older than `before`; at most `limit`. Answers how many. */
  finalizeOld(before: number, now: number, limit: number, isToSend: boolean): Promise<number>
  removeOldest(removal: Removal): Promise<Removed>
  /** Counts everything again, and puts right what was told wrong of it. True where something was. */
  recount(): Promise<boolean>
  /** The files named by these hashes are not on the disk any more: their events have fewer files now. */
  forgetFiles(hashes: readonly BlobHash[]): Promise<void>
  /**
   * Puts every final event into the outbox that was never sent; those that wait there for another try are due at once. Looks at `limit`
   * events behind `after` (a key) and answers the last key, undefined at the end.
   */
  fillOutbox(after: number, limit: number): Promise<number | undefined>
  /** The receiver has these files of an event. */
  keepSources(key: number, sources: Readonly<Record<string, string>>): Promise<void>
  /** The receiver has the event. */
  markSent(key: number, now: number): Promise<void>
  /** The event is tried again at `at` (microseconds) or later. */
  postpone(key: number, at: number, reason: Message): Promise<void>
}

/** A page of events. */
export interface EventPage {
  /** The stored events as JSON texts parted by commas, in the order of the query. */
  readonly events: string
  readonly count: number
  /** Where the next page begins (as `end` when descending, as `start` when ascending); undefined on the last page. */
  readonly next: number | undefined
  /** Ids of events that would stand here, and that are damaged in the database. */
  readonly damaged: readonly string[]
}

/** The same in UTF-8, for whoever sends it on: nothing of it is copied or looked at in the thread that answers. */
export interface WrittenPage extends Omit<EventPage, 'events'> {
  readonly events: Uint8Array
}

/** Counts of events over a span of time. */
export interface EventHistogram {
  /** Microseconds. */
  readonly start: number
  readonly bucketMicroseconds: number
  readonly counts: readonly number[]
}

/** The values that columns have, each with its count up to a limit. */
export interface EventFacets {
  readonly devices: readonly string[]
  readonly schemas: readonly string[]
  readonly workflows: readonly string[]
  readonly metadataKeys: readonly string[]
}

export interface OutboxState {
  /** Final events that wait, those included that failed. */
  readonly waiting: number
  /** Waiting events that failed at least once. */
  readonly failing: number
  readonly oldest: number | undefined
  /** Why the last one failed. */
  readonly lastFailure: Message | undefined
}

export interface FoundFile extends EventFile {
  readonly eventId: string
}

/** Reads from the store; sees every change that was acknowledged before. */
export interface EventReader {
  /** The stored event as JSON text. */
  find(eventId: string): Promise<string | undefined>
  /** The same in UTF-8. */
  findWritten(eventId: string): Promise<Uint8Array | undefined>
  /** Whether the event is a draft; undefined: no such event. */
  isDraft(eventId: string): Promise<boolean | undefined>
  /** The same as `find`; of an event that is too long for a screen, a part of it. */
  preview(eventId: string): Promise<string | undefined>
  /** A page of such. */
  previews(query: EventQuery): Promise<EventPage>
  page(query: EventQuery): Promise<EventPage>
  pageWritten(query: EventQuery): Promise<WrittenPage>
  file(fileId: string): Promise<FoundFile | undefined>
  /** Exact counts of the events that fit, in `buckets` equal spans of [start, end). */
  histogram(
    filter: EventFilter & { readonly start: number; readonly end: number },
    buckets: number,
  ): Promise<EventHistogram>
  /** How many events fit. */
  count(filter: EventFilter): Promise<number>
  facets(): Promise<EventFacets>
  /** `created_at` of the oldest and the youngest event. */
  span(): Promise<{ readonly oldest: number; readonly youngest: number } | undefined>
  outbox(): Promise<OutboxState>
  /** Events that are due to be sent at `now`: in turn one that was never tried and one that failed, of each kind the one first that is due longest. */
  dueToSend(now: number, limit: number): Promise<readonly Outgoing[]>
  /** Of these events, which still wait to be sent, and why the last try failed. */
  unsentAmong(eventIds: readonly string[]): Promise<Readonly<Record<string, Message | null>>>
  /** Which of these some file names. */
  namedAmong: NamedAmong
  /** Hashes that files name and that begin with these two digits. */
  hashesOn(shelf: string): Promise<readonly BlobHash[]>
}

/** The database of events. */
export interface EventStore {
  readonly writer: EventWriter
  readonly reader: EventReader
  /** As of the last acknowledged write. */
  totals(): StoreTotals
}

/** Bytes that are on disk under their lasting name and that no clean-up takes away until `release` is called. */
export interface KeptBytes {
  readonly hash: BlobHash
  readonly bytes: number
  /** Call it when the row that names them is committed, or when none will be. */
  release(): void
}

/** The files of events by the hash of their bytes. */
export interface EventMedia {
  /** Absolute path, there or not. */
  pathOf(hash: BlobHash): string
  /** Compares a stored file with its hash. One that proved sound is not read again for some minutes while it does not change. */
  check(hash: BlobHash): Promise<FileState>
  keep(bytes: Uint8Array): Promise<KeptBytes>
  /** The same for bytes that arrive in parts; throws `BlobTooLargeError` above `maxBytes`, and nothing stays behind. */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<KeptBytes>
  /** Deletes those files that `namedAmong` does not answer and that nobody has kept meanwhile. Answers how many. */
  remove(hashes: readonly BlobHash[], namedAmong: NamedAmong): Promise<number>
  /** As `remove`, but the files lie in the orphan trash for 30 days. */
  orphan(hashes: readonly BlobHash[], namedAmong: NamedAmong): Promise<void>
  /** Brings files back from the orphan trash. Answers those that are not in it. */
  takeBack(hashes: readonly BlobHash[]): Promise<readonly BlobHash[]>
  hasDueOrphans(): boolean
  purgeOrphans(signal?: AbortSignal): Promise<void>
  /** Calls `forget` with those of these files that are not there; one that is kept again meanwhile is kept after it. */
  whileGone(hashes: readonly BlobHash[], forget: (gone: readonly BlobHash[]) => Promise<void>): Promise<void>
  /** The two digits of every folder of files. */
  shelves(): Promise<readonly string[]>
  /** Hashes of the files in one of those folders; none where there is no such folder. */
  on(shelf: string): Promise<readonly BlobHash[]>
}

export type NamedAmong = (hashes: readonly BlobHash[]) => Promise<readonly BlobHash[]>

/** An image out of a request: its bytes, whole and of a kind that can be shown. */
export interface EventImage {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** Reads images, from bytes or from base64 with or without the beginning of a data URL. */
export interface EventImageReader {
  /** Refuses, with the end of a sentence, what is no base64, no image, or only a part of one. */
  read(base64: string): Promise<Result<EventImage, Message>>
  inspect(bytes: Uint8Array): Promise<Result<EventImage, Message>>
}

export type JsonSchema = Readonly<Record<string, unknown>>

/** A JSON Schema under the name of an event schema. */
export interface RegisteredSchema {
  readonly name: string
  /** The schema, or undefined when the file holds no JSON object. */
  readonly schema: JsonSchema | undefined
  /** Why events of this name cannot be checked; they are refused then. */
  readonly fault: Message | undefined
}

/** JSON Schemas that an administrator registered for event schemas of their own. */
export interface EventSchemaShelf {
  has(name: string): boolean
  /** The part of `data` that does not fit; undefined when all of it does or nothing is registered under that name. */
  misfit(name: string, data: Readonly<Record<string, unknown>>): Promise<Message | undefined>
  /** By name. */
  list(): Promise<readonly RegisteredSchema[]>
  read(name: string): Promise<RegisteredSchema | undefined>
  /** Resolves when the schema is on disk; refuses, with the end of a sentence, what is no JSON Schema. */
  put(name: string, schema: JsonSchema): Promise<Result<'created' | 'replaced', Message>>
  /** Whether there was one. */
  remove(name: string): Promise<boolean>
}
