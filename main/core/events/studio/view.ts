import { z } from 'zod'
import type { EventView } from '#common/contract/events'
import { StoredEvent } from '#common/events/stored-event'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { DamagedRowError } from '../../damaged-row.ts'

/** An event from its JSON text; undefined where it is damaged. */
export function readStoredEvent(text: string): StoredEvent | undefined {
  return StoredEvent.safeParse(parsed(text)).data
}

/** The same; throws a `DamagedRowError` that names it. */
export function soundEvent(id: string, text: string): StoredEvent {
  const event = readStoredEvent(text)
  if (event === undefined) throw new DamagedRowError(message('row-event', { id }), { remedy: 'restore' })
  return event
}

/** The id of a damaged event, as far as it can be read. */
export function idIn(text: string): string {
  return Named.safeParse(parsed(text)).data?.id ?? ''
}

const Named = z.object({ id: z.string() })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An event as a screen is told of it: of a long one a part. */
const ShownEvent = StoredEvent.extend({ shortened_from: z.int().optional() })
type ShownEvent = z.infer<typeof ShownEvent>

/** The same for what a screen shows. */
export function readShownEvent(text: string): ShownEvent | undefined {
  return ShownEvent.safeParse(parsed(text)).data
}

/** A stored event in the words of the screens. */
export function toEventView(event: ShownEvent, heldBecause: Message | null): EventView {
  return {
    id: event.id,
    createdAt: event.created_at,
    inferenceTimestamp: event.inference_timestamp,
    draft: event.draft,
    finalizedAt: event.finalized_at,
    autoFinalizedAt: event.auto_finalized_at,
    solution: event.solution,
    workflowId: event.workflow_id,
    workflowVersion: event.workflow_version,
    deviceId: event.device_id,
    streamId: event.stream_id,
    imageId: event.image_id,
    eventSchema: event.event_schema,
    eventData: event.event_data,
    customMetadata: event.custom_metadata,
    images: event.images.map(toImageView),
    videos: event.videos.map(toFileView),
    localOnlyFiles: event.local_only_files.map(toFileView),
    displayImagePosition: event.display_image_position,
    originalFileCount: event.original_file_count,
    currentFileCount: event.current_file_count,
    apiVersion: event.api_version,
    heldBecause: heldBecause && said(heldBecause),
    shortenedFrom: event.shortened_from ?? null,
  }
}

function toImageView(image: StoredEvent['images'][number]): EventView['images'][number] {
  return {
    fileId: image.file_id,
    inputFileId: image.input_file_id,
    label: image.label,
    objectDetections: image.object_detections,
    classifications: image.classifications,
    instanceSegmentations: image.instance_segmentations,
    keypoints: image.keypoints,
    metadata: image.metadata,
  }
}

function toFileView(file: StoredEvent['videos'][number]): EventView['videos'][number] {
  return { fileId: file.file_id, label: file.label, contentType: file.content_type, bytes: file.size_bytes }
}
