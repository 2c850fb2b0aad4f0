import type { StoredEvent } from '#common/events/stored-event'
import type { NewEvent, NewEventImage } from './new-event.ts'
import type { EventFile } from './ports.ts'

/** The files of one entry of `images`. */
export interface EntryFiles {
  readonly picture: EventFile | undefined
  readonly input: EventFile | undefined
}

/** An entry of `images` as it is stored and answered. */
export function storedImage(image: NewEventImage, { picture, input }: EntryFiles): StoredEvent['images'][number] {
  return {
    file_id: picture?.id ?? null,
    input_file_id: input?.id ?? null,
    label: image.label,
    object_detections: [...image.objectDetections],
    classifications: [...image.classifications],
    instance_segmentations: [...image.instanceSegmentations],
    keypoints: [...image.keypoints],
    metadata: image.metadata,
  }
}

/** The event's own fields as they are stored and answered: members of a JSON object without its braces. */
export function storedMembers(event: NewEvent, files: readonly EntryFiles[]): string {
  const none = { picture: undefined, input: undefined }
  const text = JSON.stringify({
    solution: event.solution,
    workflow_id: event.workflowId,
    workflow_version: event.workflowVersion,
    inference_timestamp: event.inferenceTimestamp,
    device_id: event.deviceId,
    stream_id: event.streamId,
    image_id: event.imageId,
    event_schema: event.eventSchema,
    event_data: event.eventData,
    custom_metadata: event.customMetadata,
    images: event.images.map((image, index) => storedImage(image, files[index] ?? none)),
    videos: [],
    local_only_files: [],
    display_image_position: event.displayImagePosition,
    api_version: 'v2',
  })
  return text.slice(1, -1)
}
