import type { Shape } from '#common/annotation/shape'
import type { Skeleton } from '#common/annotation/skeleton'
import type { ClassId, ImageId } from '#common/ids'
import type { VersionSettings } from '#common/versions/settings'

/** A source image of a frozen version with its labels. Size and shapes are in the displayed (EXIF-oriented) frame. */
export interface RenderSource {
  readonly imageId: ImageId
  /** Absolute path of the original file. */
  readonly path: string
  /** Of the original file, in hexadecimal digits; what has another is not rendered. Undefined where that is not checked. */
  readonly sha256?: string
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

/** The points of the classes that have any. */
export type Skeletons = ReadonlyMap<ClassId, Skeleton>

/** A part of a preprocessed source: a tile, or one isolated object; 0 where it is not cut. */
export interface RenderPart {
  readonly source: RenderSource
  readonly part: number
}

/** An image that is to be made of a source; variant 0 has no augmentation. */
export interface WantedImage {
  readonly part: number
  readonly variant: number
  /** Images beside it in a mosaic; empty without one. */
  readonly others: readonly RenderPart[]
}

/** Images of a version that come from one source. Every random number is drawn from the seed, the source, part and variant. */
export interface RenderJob {
  readonly source: RenderSource
  readonly settings: VersionSettings
  /** 32 hexadecimal digits. */
  readonly seed: string
  readonly wanted: readonly WantedImage[]
  readonly skeletons: Skeletons
  /** Longer side of the finished image, for previews; absent for the real thing. */
  readonly previewSide?: number
}

/** A finished image. Shapes are in its own pixels; their ids are those of the source shapes. */
export interface RenderedImage {
  readonly part: number
  readonly variant: number
  /** The file. */
  readonly encoded: Uint8Array
  /** Extension of such files, without the dot. */
  readonly extension: string
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
  /** How many labels of the part were lost on the way. */
  readonly droppedShapes: number
  /** The values that were drawn, by step key, with `|<place of the label>` behind it inside boxes; in the units of the settings. */
  readonly drawn: Readonly<Record<string, Readonly<Record<string, number | boolean>>>>
  /** SHA-256 (hex) of the decoded RGB and the labels: equal for two images that are the same. */
  readonly contentKey: string
}

/** A part that a source falls into. */
export interface PartOutline {
  readonly part: number
  /** For a part without labels: where it stands among those when only some may stay. */
  readonly nullRank: number | undefined
}

/** Identifies one variant. */
export interface VariantKey {
  readonly seed: string
  readonly imageId: ImageId
  readonly part: number
  readonly variant: number
}

/** The file of an image cannot be decoded: that of the source, or of one that stands beside it. */
export interface UnreadableImage extends Error {
  readonly name: 'ImageReadError'
  readonly imageId: ImageId
  /** It is missing, or its bytes are not those that were stored. */
  readonly isDamaged: boolean
}

export interface VersionRenderer {
  /** The wanted images, as they are finished. Throws an `UnreadableImage` when a file cannot be decoded. */
  render(job: RenderJob, signal: AbortSignal): AsyncIterable<RenderedImage>
  /** The parts of a source in order, told without decoding it. Throws an `UnreadableImage` too. */
  parts(
    source: RenderSource,
    recipe: Pick<RenderJob, 'settings' | 'seed' | 'skeletons'>,
  ): Promise<readonly PartOutline[]>
  /** Which of `count` training images stand beside the one at place `own` in a mosaic. */
  mosaicOthers(variant: VariantKey, count: number, own: number): readonly number[]
}
