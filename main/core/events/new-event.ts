import type { Classification, Detection, KeypointDetection, Segmentation } from '#common/events/stored-event'

/** An event that a producer wants to be stored. */
export interface NewEvent {
  readonly solution: string | null
  readonly workflowId: string | null
  readonly workflowVersion: string | null
  /** ISO 8601, as it was sent. */
  readonly inferenceTimestamp: string
  readonly deviceId: string | null
  readonly streamId: string | null
  readonly imageId: string | null
  readonly eventSchema: string
  readonly eventData: Readonly<Record<string, unknown>>
  readonly customMetadata: Readonly<Record<string, unknown>> | null
  readonly images: readonly NewEventImage[]
  /** Index into `images`. */
  readonly displayImagePosition: number | null
  readonly draft: boolean
}

export interface NewEventImage {
  readonly label: string | null
  /** The image with what was drawn into it, as base64. */
  readonly image: string | null
  /** The image as it was taken, as base64. */
  readonly inputImage: string | null
  readonly objectDetections: readonly Detection[]
  readonly classifications: readonly Classification[]
  readonly instanceSegmentations: readonly Segmentation[]
  readonly keypoints: readonly KeypointDetection[]
  readonly metadata: Readonly<Record<string, unknown>> | null
}
