import type { BlobHash, ImageId, ProjectId } from '#common/ids'
import type { SearchQuery } from '#common/search/query'
import type { Split } from '#common/split'

/** A place in the order in which images were added; it never changes. */
export type ImageSeq = number

export interface FoundImage {
  readonly seq: ImageSeq
  readonly id: ImageId
  readonly projectId: ProjectId
  readonly name: string
  readonly split: Split
  /** Displayed (EXIF-oriented) size in pixels. */
  readonly width: number
  readonly height: number
  readonly addedAt: Date
  readonly classes: readonly { readonly name: string; readonly shapes: number }[]
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Images of these projects, in the order they were added. */
export interface SearchSpec {
  readonly projects: readonly ProjectId[]
  readonly query: SearchQuery
}

export interface SearchWindow {
  /** Only images behind this one. */
  readonly after: ImageSeq
  readonly offset: number
  readonly limit: number
}

/** An image whose looks nobody has described yet. */
export interface UndescribedImage {
  readonly seq: ImageSeq
  readonly id: ImageId
  readonly blob: BlobHash
}

export interface SearchRepository {
  /** How many images match, and those of the window. */
  page(spec: SearchSpec, window: SearchWindow): Promise<{ readonly total: number; readonly seqs: readonly ImageSeq[] }>
  /** Every image that matches. */
  all(spec: SearchSpec): Promise<ImageSeq[]>
  /** In the order of `seqs`; those that are gone are left out. */
  rows(seqs: readonly ImageSeq[]): Promise<FoundImage[]>
  /** Grows whenever an image of the library is deleted for good: its place may be given to a new one then. */
  deletions(): Promise<number>
  /** The descriptors that are stored of these. An empty one is of an image that could not be read. */
  descriptors(seqs: readonly ImageSeq[]): Promise<{ readonly seq: ImageSeq; readonly bytes: Uint8Array }[]>
  descriptorOf(image: ImageId): Promise<Uint8Array | undefined>
  describe(images: readonly { readonly id: ImageId; readonly bytes: Uint8Array }[]): Promise<void>
  undescribed(project: ProjectId, after: ImageSeq, limit: number): Promise<UndescribedImage[]>
  countUndescribed(project: ProjectId): Promise<number>
}
