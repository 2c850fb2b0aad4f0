import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { BlobHash, ImageId, ProjectId, TaskId } from '#common/ids'
import type { Result } from '#common/result'
import type { DatasetFiles, DatasetProblem } from './ports.ts'
import type { DatasetPlace } from './reader-ports.ts'

/** The place where the files of datasets lie until they are imported or let go, each dataset under the task that first checked it. */
export interface DatasetStaging {
  open(dataset: TaskId): Promise<void>
  /** The bytes of the file; nothing of it stays when it does not arrive whole. Throws `DatasetTooLargeError` above `maxBytes`. */
  receive(dataset: TaskId, file: { path: string; source: AsyncIterable<Uint8Array>; maxBytes: number }): Promise<number>
  /** No more files come. What is sealed is on the disk. */
  seal(dataset: TaskId, refused: readonly DatasetProblem[]): Promise<void>
  /** The files of a sealed dataset; of a single ZIP file those inside. */
  read(dataset: TaskId): Promise<Result<DatasetFiles, Refusal>>
  /** Where another process reads the same files. */
  place(dataset: TaskId): DatasetPlace
  discard(dataset: TaskId): Promise<void>
  all(): Promise<TaskId[]>
}

export class DatasetTooLargeError extends Error {
  override readonly name = 'DatasetTooLargeError'
}

/** Result of a look at an image's file, without decoding all of it. */
export interface Glance {
  readonly hash: BlobHash
  /** Of the displayed (EXIF-oriented) image, or why it is not taken in. */
  readonly frame: Result<Size, Refusal>
  /** Its end seems to be missing: decoding it tells. */
  readonly seemsCut: boolean
}

/** Looks at images that are not taken in. */
export interface ImageGlancer {
  glance(bytes: AsyncIterable<Uint8Array>): Promise<Glance>
  /** Why the image is not taken in, found by decoding it; undefined where it is sound. */
  fault(bytes: AsyncIterable<Uint8Array>): Promise<Refusal | undefined>
  /** A small JPEG of the upright image; undefined when it cannot be decoded. */
  small(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined>
}

/** An image of the project, as far as matching needs it. */
export interface KnownImage extends Size {
  readonly id: ImageId
  readonly name: string
  readonly blob: BlobHash
  /** It has labels, or holds nothing to label. */
  readonly isLabelled: boolean
  /** The task that asks added it before a crash. */
  readonly isNew: boolean
}

export interface KnownImages {
  /** All that are not in the trash. */
  of(project: ProjectId, task?: TaskId): Promise<readonly KnownImage[]>
}
