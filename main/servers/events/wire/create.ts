import { formatMoment } from '#common/events/moment'
import type { NewEvent, NewEventImage } from '#core/events/new-event'
import type { CreatedEvent } from '#core/events/service'
import { UnfitRequest } from '../errors.ts'
import type { CreateEventBody, NewImageBody } from '../schemas/create.ts'

export function toNewEvent(body: CreateEventBody): NewEvent {
  const { images, display_image_position: position } = body
  checkPosition(position, images)
  return {
    ...toOrigin(body),
    inferenceTimestamp: body.inference_timestamp,
    eventSchema: body.event_schema,
    eventData: body.event_data,
    customMetadata: body.custom_metadata ?? null,
    images: images?.map(toNewImage) ?? [],
    displayImagePosition: position ?? null,
    draft: body.draft ?? false,
  }
}

function toOrigin(body: CreateEventBody) {
  return {
    solution: body.solution ?? null,
    workflowId: body.workflow_id ?? null,
    workflowVersion: body.workflow_version ?? null,
    deviceId: body.device_id ?? null,
    streamId: body.stream_id ?? null,
    imageId: body.image_id ?? null,
  }
}

/** Clients send 0 for the only image, even if they omitted it. */
function checkPosition(position: CreateEventBody['display_image_position'], images: CreateEventBody['images']): void {
  if (!position || position < (images?.length ?? 0)) return
  const msg = 'display_image_position must be the place of an entry of images, counted from 0'
  throw new UnfitRequest([{ loc: ['body', 'display_image_position'], msg, type: 'value_error', input: position }])
}

export function toNewImage(body: NewImageBody): NewEventImage {
  return {
    label: body.label ?? null,
    image: body.base64_image ?? null,
    inputImage: body.input_base64_image ?? null,
    objectDetections: body.object_detections ?? [],
    classifications: body.classifications ?? [],
    instanceSegmentations: body.instance_segmentations ?? [],
    keypoints: body.keypoints ?? [],
    metadata: body.metadata ?? null,
  }
}

export function toCreated({ id, imageIds, createdAt, draft }: CreatedEvent) {
  return {
    id,
    image_ids: imageIds,
    created_at: formatMoment(createdAt),
    draft,
    message: 'Event created successfully',
  }
}
