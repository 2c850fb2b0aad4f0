import type {
  Classification,
  Detection,
  KeypointDetection,
  Segmentation,
  StoredEvent,
} from '#common/events/stored-event'

/** An event as the cloud takes it; what the event does not have is absent. Files that stay on this machine are not in it. */
export interface CloudEvent {
  readonly eventId: string
  readonly eventType: string
  readonly useCaseId?: string
  /** ISO 8601, as its producer sent it. */
  readonly timestamp: string
  readonly eventData: Readonly<Record<string, unknown>>
  readonly customMetadata?: Readonly<Record<string, unknown>>
  readonly deviceId?: string
  readonly streamId?: string
  readonly workflowId?: string
  /** Index into `images`. */
  readonly displayImagePosition?: number
  readonly images: readonly CloudImage[]
  readonly videos: readonly CloudVideo[]
}

interface CloudImage {
  readonly sourceId?: string
  readonly inputSourceId?: string
  readonly label?: string
  readonly objectDetections: readonly Detection[]
  readonly classifications: readonly Classification[]
  readonly instanceSegmentations: readonly Segmentation[]
  readonly keypoints: readonly KeypointDetection[]
}

interface CloudVideo {
  readonly sourceId: string
  readonly label?: string
}

/** Identifiers that the receiver gave to our files, by our file id. */
type Sources = Readonly<Record<string, string>>

/**
 * The stored event in the words of the cloud. An image that the receiver does not have leaves its entry there, since positions count
 * entries; a video that it does not have is left out. `otherwise` is the solution of an event that was stored without one.
 */
export function toCloudEvent(event: StoredEvent, sources: Sources, otherwise: string | undefined): CloudEvent {
  return {
    eventId: event.id,
    eventType: event.event_schema,
    ...present('useCaseId', event.solution ?? otherwise),
    timestamp: event.inference_timestamp,
    eventData: event.event_data,
    ...present('customMetadata', event.custom_metadata),
    ...present('deviceId', event.device_id),
    ...present('streamId', event.stream_id),
    ...present('workflowId', event.workflow_id),
    ...present('displayImagePosition', event.display_image_position),
    images: event.images.map((image) => toCloudImage(image, sources)),
    videos: event.videos.flatMap((video) => toCloudVideo(video, sources)),
  }
}

function toCloudImage(image: StoredEvent['images'][number], sources: Sources): CloudImage {
  return {
    ...present('sourceId', sourceOf(image.file_id, sources)),
    ...present('inputSourceId', sourceOf(image.input_file_id, sources)),
    ...present('label', image.label),
    objectDetections: image.object_detections,
    classifications: image.classifications,
    instanceSegmentations: image.instance_segmentations,
    keypoints: image.keypoints,
  }
}

function toCloudVideo({ file_id, label }: StoredEvent['videos'][number], sources: Sources): CloudVideo[] {
  const sourceId = sourceOf(file_id, sources)
  return sourceId === undefined ? [] : [{ sourceId, ...present('label', label) }]
}

function sourceOf(fileId: string | null, sources: Sources): string | undefined {
  return fileId !== null && Object.hasOwn(sources, fileId) ? sources[fileId] : undefined
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): Partial<Record<Name, NonNullable<Value>>>
function present(name: string, value: unknown): object {
  return value === null || value === undefined ? {} : { [name]: value }
}
