import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { StoreClock } from '../time/store-clock.ts'
import { type AttachDependencies, attaching, eventNotFound, type Hold } from './attaching.ts'
import type { NewEventImage } from './new-event.ts'
import type { AttachedMedia, EventFile, EventFileKind, EventImage, EventImageReader, KeptBytes } from './ports.ts'
import { entryText, imageAlone, type ReadyImage, readyImage } from './ready.ts'
import type { EventSettings } from './settings.ts'

interface DraftDependencies extends AttachDependencies {
  readonly images: EventImageReader
  readonly settings: EventSettings
  readonly clock: StoreClock
  readonly freshId: () => string
}

/** A file being uploaded. */
export interface ArrivingEventFile {
  readonly bytes: AsyncIterable<Uint8Array>
  /** As declared by the sender: type and subtype, without parameters. */
  readonly contentType: string
  /** Known when the bytes are read: forms put their fields in any order. */
  readonly label: () => string | null
}

/** Commands on drafts until they are final. */
export function draftService(dependencies: DraftDependencies) {
  const { store, media, images, settings, clock, freshId, changed } = dependencies
  const attach = attaching(dependencies)
  const fileLimit = { maxBytes: settings.maxFileBytes, setting: 'MAX_FILE_BYTES' }
  const recordLimit = { maxBytes: settings.maxRecordBytes, setting: 'MAX_RECORD_BYTES' }
  // An image is looked at as a whole, so it takes as much memory as one that comes inside a record.
  const imageLimit = recordLimit.maxBytes < fileLimit.maxBytes ? recordLimit : fileLimit

  async function takeInImage(image: ReadyImage, hold: Hold): Promise<AttachedMedia> {
    const { image: encoded, input } = image.images
    async function keep({ bytes, contentType }: EventImage, kind: EventFileKind): Promise<EventFile> {
      const kept = await media.keep(bytes)
      hold(kept)
      return toFile(kept, { kind, contentType })
    }
    const output = encoded && (await keep(encoded, 'picture'))
    const original = input && (await keep(input, 'input'))
    const files = [output, original].filter((file) => file !== undefined)
    return { list: 'images', entry: entryText(image, { image: output, input: original }), files }
  }

  function attachFile(
    eventId: string,
    arriving: ArrivingEventFile,
    place: { readonly list: 'videos' | 'local_only_files'; readonly kind: EventFileKind },
  ): Promise<Result<string, Refusal>> {
    const { contentType, bytes, label } = arriving
    return attach(eventId, async (hold) => {
      const received = await receive(bytes)
      if (!received.ok) return received
      hold(received.value)
      const file = toFile(received.value, { kind: place.kind, contentType })
      const entry = { file_id: file.id, label: label(), content_type: contentType, size_bytes: file.bytes }
      return ok({ list: place.list, entry: JSON.stringify(entry), files: [file] })
    })
  }

  function attachReady(
    eventId: string,
    makeReady: () => Promise<Result<ReadyImage, Refusal>>,
  ): Promise<Result<string, Refusal>> {
    return attach(eventId, async (hold) => {
      const ready = await makeReady()
      return ready.ok ? ok(await takeInImage(ready.value, hold)) : ready
    })
  }

  async function receive(bytes: AsyncIterable<Uint8Array>): Promise<Result<KeptBytes, Refusal>> {
    try {
      return ok(await media.receive(bytes, fileLimit.maxBytes))
    } catch (failure) {
      if (!(failure instanceof Error && failure.name === 'BlobTooLargeError')) throw failure
      return tooLarge('file', fileLimit)
    }
  }

  function toFile({ hash, bytes }: KeptBytes, about: Pick<EventFile, 'kind' | 'contentType'>): EventFile {
    return { id: freshId(), hash, bytes, ...about }
  }

  return {
    /** Most bytes of a file that is attached. */
    maxFileBytes: fileLimit.maxBytes,

    /** Makes a draft final; one that is final already is answered as it is. The stored event as JSON text. */
    async finalize(eventId: string): Promise<Result<string, Refusal>> {
      const text = await store.writer.finalize(eventId, clock.now(), settings.upload !== undefined)
      if (text === undefined) return eventNotFound(eventId)
      changed()
      return ok(text)
    },

    /** The entry of `images` as JSON text, as every act here answers what it added. */
    attachImage: (eventId: string, image: NewEventImage) => attachReady(eventId, () => readyImage(image, { images })),

    /** The same for an entry that is made ready elsewhere once it is known that the draft is one. */
    attachReady,

    /** Only the image, as an entry without detections. */
    attachFileOfImage(
      eventId: string,
      { bytes, label }: Pick<ArrivingEventFile, 'bytes' | 'label'>,
    ): Promise<Result<string, Refusal>> {
      return attach(eventId, async (hold) => {
        const whole = await gather(bytes, imageLimit.maxBytes)
        if (whole === undefined) return tooLarge('image', imageLimit)
        const image = await images.inspect(whole)
        if (!image.ok) return refuse('event-file-not-image', {}, image.error)
        return ok(await takeInImage(imageAlone(image.value, label()), hold))
      })
    },

    attachVideo: (eventId: string, video: ArrivingEventFile) =>
      attachFile(eventId, video, { list: 'videos', kind: 'video' }),

    /** Adds a file that is never sent to the cloud. */
    attachLocalOnly: (eventId: string, file: ArrivingEventFile) =>
      attachFile(eventId, file, { list: 'local_only_files', kind: 'local' }),
  }
}

/** Reads all bytes of a stream; undefined if there are more than `maxBytes`. */
async function gather(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

interface Limit {
  readonly maxBytes: number
  /** Its name in the environment. */
  readonly setting: string
}

function tooLarge(what: 'file' | 'image', { maxBytes, setting }: Limit) {
  const code = what === 'file' ? 'attached-file-too-large' : 'attached-image-too-large'
  return refuse(code, { most: maxBytes, setting })
}
