import type { Shape } from '#common/annotation/shape'
import type { Skeleton } from '#common/annotation/skeleton'
import type { ClassId, ImageId } from '#common/ids'
import type { VersionSettings } from '#common/versions/settings'

/** A source picture of a frozen version with its labels. Size and shapes are in the displayed (EXIF-oriented) frame. */
export interface RenderSource {
  readonly imageId: ImageId
  /** Absolute path of the original file. */
  readonly path: string
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

/** The points of the classes that have any. */
export type Skeletons = ReadonlyMap<ClassId, Skeleton>

/** Which picture of a version: variant 0 has no augmentation. Every random number is drawn from the seed and these. */
export interface RenderJob {
  readonly source: RenderSource
  readonly settings: VersionSettings
  /** 32 hexadecimal digits. */
  readonly seed: string
  readonly variant: number
  readonly skeletons: Skeletons
  /** Longer side the source is first reduced to, for previews; absent for the real thing. */
  readonly previewSide?: number
}

/** A finished picture. Shapes are in its own pixels; their ids are those of the source shapes. */
export interface RenderedImage {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
  /** How many source shapes were lost to the frame. */
  readonly droppedShapes: number
  /** The values that were drawn, by step key; numbers in the units of the settings. */
  readonly drawn: Readonly<Record<string, Readonly<Record<string, number | boolean>>>>
  /** SHA-256 (hex) of the decoded RGB and the labels: equal for two pictures that are the same. */
  readonly contentKey: string
}

export interface VersionRenderer {
  /** Throws `ImageReadError` when the file cannot be decoded. */
  render(job: RenderJob, signal: AbortSignal): Promise<RenderedImage>
}
