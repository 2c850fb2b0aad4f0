import type { BlobHash, ClassId, ImageId, ProjectId, TaskId } from '#common/ids'
import type { Split, SplitCounts } from '#common/split'
import type { VersionSettings } from '#common/versions/settings'
import type {
  DamagedVersion,
  FrozenSource,
  ToldCounts,
  Version,
  VersionCounts,
  VersionImage,
  VersionRow,
} from './model.ts'

export interface NewVersion {
  readonly projectId: ProjectId
  readonly name: string
  readonly settings: VersionSettings
  readonly seed: string
  readonly taskId: TaskId
  readonly createdAt: Date
}

/** As much of a version as moving it to the trash takes. */
export interface VersionHandle extends Pick<Version, 'row' | 'number'> {
  readonly state: Version['state'] | 'damaged'
}

/** How many images a version made now would hold. */
export interface Labelled {
  readonly splits: SplitCounts
  readonly leftOut: number
}

/** An image that can show what a recipe does. */
export type PreviewOrder = 'random' | 'densest' | 'smallest' | 'darkest'

/** An image must have each tag that is `true` and none that is `false`. */
export type TagFilter = Readonly<Record<string, boolean>>

export interface WantedSamples {
  readonly order: PreviewOrder
  readonly limit: number
  readonly tags?: TagFilter | undefined
}

/** So many images of a split have this size; `nulls` of them hold nothing to label. */
export interface SizeCount {
  readonly width: number
  readonly height: number
  readonly split: Split
  readonly images: number
  readonly nulls: number
}

/** So many objects of a class lie in the images of a split; `area` is theirs together, in pixels. */
export interface ObjectCount {
  readonly classId: ClassId
  readonly split: Split
  readonly count: number
  readonly area: number
}

export interface VersionRepository {
  /** Without those that a tag filter leaves out, here and below. */
  labelled(projectId: ProjectId, tags?: TagFilter): Promise<Labelled>
  /** Sizes of the labeled images, each once. */
  sizes(projectId: ProjectId, tags?: TagFilter): Promise<SizeCount[]>
  /** Objects with a place, by class and split. */
  objects(projectId: ProjectId, tags?: TagFilter): Promise<ObjectCount[]>
  samples(projectId: ProjectId, wanted: WantedSamples): Promise<FrozenSource[]>
  /** Copies labeled images, labels and classes as they are at this moment, in one transaction. */
  freeze(version: NewVersion): Promise<Version | undefined>
  list(projectId: ProjectId): Promise<(Version | DamagedVersion)[]>
  /** The number that `freeze` would give now. */
  nextNumber(projectId: ProjectId): Promise<number>
  find(projectId: ProjectId, number: number): Promise<Version | undefined>
  /** Finds a version, even a damaged one. */
  findRow(projectId: ProjectId, number: number): Promise<VersionHandle | undefined>
  findByTask(taskId: TaskId): Promise<Version | undefined>
  counts(row: VersionRow): Promise<VersionCounts>
  /** Over all labels of all images. */
  told(row: VersionRow): Promise<ToldCounts>
  covers(row: VersionRow, limit: number): Promise<BlobHash[]>
  holds(row: VersionRow, blob: BlobHash): Promise<boolean>
  /** Sources from a position on, at most `limit`. */
  sources(row: VersionRow, from: number, limit: number): Promise<FrozenSource[]>
  sourceCounts(row: VersionRow): Promise<SplitCounts>
  /** Positions of the training images, ascending. */
  trainPositions(row: VersionRow): Promise<number[]>
  /** Positions, parts and variants that are rendered already: `source:part:variant`. */
  rendered(row: VersionRow): Promise<ReadonlySet<string>>
  addImage(row: VersionRow, image: VersionImage): Promise<void>
  /** Drops the copies by augmentation that equal another image, and marks the version ready. */
  finish(row: VersionRow): Promise<VersionCounts>
  /** Takes a version away with everything it made. */
  remove(row: VersionRow): Promise<void>
  /** A window of finished images in code-unit order of their file names, after `after`. */
  images(row: VersionRow, window: { split: string; after: string; limit: number }): Promise<(VersionImage & Named)[]>
}

/** The name a source was brought in under. */
export interface Named {
  readonly originalName: string
  readonly imageId: ImageId
}

export interface ExportRecord {
  readonly format: string
  readonly fileName: string
  readonly taskId: TaskId
  /** The archive, or undefined while it is being made. */
  readonly made: { readonly blob: string; readonly bytes: number } | undefined
  /** The private key of the download link. */
  readonly linkKey: string
}

export interface ExportRepository {
  list(row: VersionRow): Promise<ExportRecord[]>
  find(row: VersionRow, format: string): Promise<ExportRecord | undefined>
  /** Nothing while its version or project is in the trash. */
  findByLink(linkKey: string): Promise<ExportRecord | undefined>
  /** False when one is made already, or being made by another task. */
  open(row: VersionRow, record: ExportRecord, createdAt: Date): Promise<boolean>
  finish(row: VersionRow, format: string, made: { blob: string; bytes: number }): Promise<void>
  /** Forgets the export behind a link, so that it can be made again. */
  forget(linkKey: string): Promise<void>
  /** Forgets the export that a task did not finish. */
  drop(taskId: TaskId): Promise<void>
}
