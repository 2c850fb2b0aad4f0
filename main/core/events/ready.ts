import { type Refusal, refuse } from '#common/errors'
import { type MetadataEntry, metadataEntries } from '#common/events/metadata'
import { ok, type Result } from '#common/result'
import { checkEventData, type EntryFiles, type EntryImages, readEntry, readImages, referencesIn } from './creation.ts'
import type { NewEvent, NewEventImage } from './new-event.ts'
import type { EventFile, EventImageReader, EventRecord, EventSchemaShelf } from './ports.ts'
import type { EventSettings } from './settings.ts'

/** An event that was checked, as texts: whoever stores it need not walk through what it holds, however much that is. */
export interface ReadyEvent {
  readonly solution: string | null
  readonly workflowId: string | null
  readonly deviceId: string | null
  readonly eventSchema: string
  readonly draft: boolean
  readonly externalId: string | null
  readonly relatedEventId: string | null
  readonly metadata: readonly MetadataEntry[]
  readonly images: readonly ReadyImage[]
  /** Members of the stored object between `solution` and `images`, and those behind them; a very long text as its bytes in UTF-8. */
  readonly before: string | Uint8Array<ArrayBuffer>
  readonly after: string
}

/** An entry of `images`. */
export interface ReadyImage {
  readonly images: EntryImages
  /** Members of the stored entry behind the names of its files. */
  readonly rest: string
}

interface Readers {
  readonly settings: Pick<EventSettings, 'freeSchemas'>
  readonly schemas: EventSchemaShelf
  readonly images: EventImageReader
}

/** Checks `event_data`, then the images; nothing is kept yet. */
export async function readyEvent(event: NewEvent, readers: Readers): Promise<Result<ReadyEvent, Refusal>> {
  const fits = await checkEventData(event, readers.settings, readers.schemas)
  if (!fits.ok) return fits
  const read = await readImages(event.images, readers.images)
  if (!read.ok) return read
  const { solution, workflowId, deviceId, eventSchema, draft } = event
  const images = event.images.map((image, index) => ({ images: read.value[index] ?? NONE, rest: restOf(image) }))
  const metadata = metadataEntries(event.customMetadata)
  // One literal: this runs for every event, and taking objects apart costs more than the rest of it.
  return ok({
    solution,
    workflowId,
    deviceId,
    eventSchema,
    draft,
    ...referencesIn(event.eventData),
    metadata,
    images,
    before: membersBefore(event),
    after: `"videos":[],"local_only_files":[],"display_image_position":${event.displayImagePosition},"api_version":"v2"`,
  })
}

const NONE: EntryImages = { image: undefined, input: undefined }

/** The same for an entry that comes to a draft. */
export async function readyImage(
  image: NewEventImage,
  { images }: Pick<Readers, 'images'>,
): Promise<Result<ReadyImage, Refusal>> {
  const read = await readEntry(image, 'image', images)
  return read.ok ? ok({ images: read.value, rest: restOf(image) }) : read
}

/** An entry around an image alone. */
export function imageAlone(file: EntryImages['image'], label: string | null): ReadyImage {
  const image = { label, objectDetections: [], classifications: [], instanceSegmentations: [], keypoints: [] }
  return { images: { image: file, input: undefined }, rest: restOf({ ...image, metadata: null }) }
}

function membersBefore(event: NewEvent): string {
  return inside({
    workflow_id: event.workflowId,
    workflow_version: event.workflowVersion,
    inference_timestamp: event.inferenceTimestamp,
    device_id: event.deviceId,
    stream_id: event.streamId,
    image_id: event.imageId,
    event_schema: event.eventSchema,
    event_data: event.eventData,
    custom_metadata: event.customMetadata,
  })
}

function restOf(image: Omit<NewEventImage, 'image' | 'inputImage'>): string {
  return inside({
    label: image.label,
    object_detections: image.objectDetections,
    classifications: image.classifications,
    instance_segmentations: image.instanceSegmentations,
    keypoints: image.keypoints,
    metadata: image.metadata,
  })
}

/** The members of an object as JSON, without its braces. */
function inside(object: object): string {
  return JSON.stringify(object).slice(1, -1)
}

/** An entry of `images` as it is stored and answered. */
export function entryText({ rest }: ReadyImage, { image, input }: EntryFiles): string {
  return `{"file_id":${idText(image)},"input_file_id":${idText(input)},${rest}}`
}

function idText(file: EventFile | undefined): string {
  return file === undefined ? 'null' : `"${file.id}"`
}

/** The event's own fields as they are stored and answered: members of a JSON object without its braces. */
export function storedMembers(
  event: ReadyEvent,
  solution: string | null,
  files: readonly EntryFiles[],
): EventRecord['members'] {
  const none = { image: undefined, input: undefined }
  const images = event.images.map((image, index) => entryText(image, files[index] ?? none)).join(',')
  const [first, last] = [`"solution":${JSON.stringify(solution)},`, `,"images":[${images}],${event.after}`]
  const { before } = event
  return typeof before === 'string' ? `${first}${before}${last}` : { first, bytes: before, last }
}

/** Events are sent to the cloud for a solution. */
export function solutionMissing() {
  return refuse('event-solution-missing')
}
