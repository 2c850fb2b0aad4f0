import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { BlobHash, ClassId, ImageId, ProjectId } from '#common/ids'
import type { Split, SplitCounts } from '#common/split'
import type { AskedClass, SaidByLabels } from './attributes.ts'

export interface ClassCount {
  readonly id: ClassId
  readonly name: string
  readonly shapes: number
  readonly images: number
  /** Images with the class in each split. */
  readonly splits: SplitCounts
}

export interface SizeCount extends Size {
  readonly images: number
}

export interface ImageTotals {
  readonly images: number
  readonly shapes: number
  /** Neither labeled nor marked as background. */
  readonly unannotated: number
  /** Marked as background. */
  readonly nullExamples: number
  readonly splits: SplitCounts
}

/** A shape's bounds inside its image, in pixels. */
export interface PlacedShape {
  readonly classId: ClassId
  readonly box: Box
  readonly frame: Size
}

/** An image and its descriptor; without one where nobody has described it, or nobody could. */
export interface LookedAt {
  readonly id: ImageId
  readonly name: string
  readonly split: Split
  readonly look: Uint8Array | undefined
}

/** An image and the file that holds it. */
export interface FiledImage {
  readonly id: ImageId
  readonly name: string
  readonly blob: BlobHash
  readonly bytes: number
  /** Labeled, or marked as background. */
  readonly isLabelled: boolean
}

/** Stamps that differ after a change, so that nothing is made again without one. */
export interface HealthStamp {
  /** After every change that a report would show. */
  readonly report: string
  /** After every change of which images there are, and in which splits. */
  readonly images: string
}

export interface HealthRepository {
  /** In portions, those that were added first before the others. */
  files(project: ProjectId): AsyncIterable<readonly FiledImage[]>
  stamp(project: ProjectId): Promise<HealthStamp>
  totals(project: ProjectId): Promise<ImageTotals>
  /** In the order of the classes. */
  classes(project: ProjectId): Promise<ClassCount[]>
  sizes(project: ProjectId): Promise<SizeCount[]>
  /** Classes that ask something of their objects, in their order. */
  asked(project: ProjectId): Promise<AskedClass[]>
  /** Values of the annotations of such classes, in portions that leave room for other work in between. */
  said(project: ProjectId): AsyncIterable<readonly SaidByLabels[]>
  /** Every shape of the project, in portions that leave room for other work in between. */
  shapes(project: ProjectId): AsyncIterable<readonly PlacedShape[]>
  /** Every image of the project in the order they were added, in portions like these. */
  looks(project: ProjectId): AsyncIterable<readonly LookedAt[]>
}
