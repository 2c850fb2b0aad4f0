import type { Shape } from '#common/annotation/shape'
import type { ExportClass } from '#common/exports/model'
import type { BlobHash, ClassId, ImageId, ProjectId, TaskId } from '#common/ids'
import type { Split, SplitCounts } from '#common/split'
import type { VersionSettings } from '#common/versions/settings'

/** A class as it was when the version was frozen. */
export interface FrozenClass extends ExportClass {
  readonly color: number
}

/** A row number inside the library; never leaves the core. */
export type VersionRow = number

/** A frozen snapshot of a project's labeled images and the recipe applied to them. */
export interface Version {
  readonly row: VersionRow
  readonly projectId: ProjectId
  readonly number: number
  readonly name: string
  readonly settings: VersionSettings
  readonly seed: string
  /** After `remap`. */
  readonly classes: readonly FrozenClass[]
  /** Class of the version for each class of the project; annotations of the sources are still under the project's. */
  readonly becomes: ReadonlyMap<ClassId, ClassId | undefined>
  readonly state: 'generating' | 'ready'
  readonly taskId: TaskId | undefined
  /** SHA-256 (hex) of its images, labels and classes; absent while it is made, and of those made before this was kept. */
  readonly manifest: string | undefined
  readonly createdAt: Date
}

/** A version whose row in the database is damaged; only number, name and date are known. */
export interface DamagedVersion extends Pick<Version, 'row' | 'number' | 'name' | 'createdAt'> {
  readonly state: 'damaged'
}

/** A source image, copied when the version was asked for. Size and shapes are in the displayed frame. */
export interface FrozenSource {
  readonly position: number
  readonly imageId: ImageId
  readonly name: string
  readonly blob: BlobHash
  readonly width: number
  readonly height: number
  readonly split: Split
  readonly shapes: readonly Shape[]
}

/** A finished image of a version, labels in its own pixels. */
export interface VersionImage {
  readonly source: number
  /** Which tile or isolated object of the source; 0 where it is one image. */
  readonly part: number
  readonly variant: number
  readonly fileName: string
  readonly blob: BlobHash
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly split: Split
  readonly shapes: readonly Shape[]
  readonly drawn: Readonly<Record<string, Readonly<Record<string, number | boolean>>>>
  readonly contentKey: string
}

/** Labels that say something which not every format has a place for. */
export interface ToldCounts {
  /** Polygons and masks. */
  readonly outlines: number
  /** Rotated boxes. */
  readonly turned: number
  /** Labels of objects that have an extent, which are of a class. */
  readonly classes: number
  readonly attributes: number
  readonly groups: number
  /** Lines and points. */
  readonly lines: number
  /** Crowd and ignore regions. */
  readonly crowds: number
  readonly images: ImagesOf
  /** Images without any label. */
  readonly nulls: number
}

/** Images that hold labels of these kinds alone. */
export interface ImagesOf {
  readonly lines: number
  readonly crowds: number
  /** Of the two kinds together, or of one of them. */
  readonly both: number
}

export interface VersionCounts {
  readonly images: number
  readonly splits: SplitCounts
  readonly bytes: number
}
