import type { BlobHash, ImageId, ProjectId } from '#common/ids'
import type { SearchQuery } from '#common/search/query'
import type { Split } from '#common/split'

/** A place in the order in which pictures were added; it never changes. */
export type PictureSeq = number

export interface FoundPicture {
  readonly seq: PictureSeq
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

/** Pictures of these projects, in the order they were added. */
export interface SearchSpec {
  readonly projects: readonly ProjectId[]
  readonly query: SearchQuery
}

export interface SearchWindow {
  /** Only pictures behind this one. */
  readonly after: PictureSeq
  readonly offset: number
  readonly limit: number
}

/** A picture whose looks nobody has described yet. */
export interface UndescribedPicture {
  readonly seq: PictureSeq
  readonly id: ImageId
  readonly blob: BlobHash
}

export interface SearchRepository {
  /** How many pictures match, and those of the window. */
  page(
    spec: SearchSpec,
    window: SearchWindow,
  ): Promise<{ readonly total: number; readonly seqs: readonly PictureSeq[] }>
  /** Every picture that matches. */
  all(spec: SearchSpec): Promise<PictureSeq[]>
  /** In the order of `seqs`; those that are gone are left out. */
  rows(seqs: readonly PictureSeq[]): Promise<FoundPicture[]>
  /** Grows whenever a picture of the library is deleted for good: its place may be given to a new one then. */
  deletions(): Promise<number>
  /** The descriptors that are stored of these. An empty one is of a picture that could not be read. */
  descriptors(seqs: readonly PictureSeq[]): Promise<{ readonly seq: PictureSeq; readonly bytes: Uint8Array }[]>
  descriptorOf(image: ImageId): Promise<Uint8Array | undefined>
  describe(pictures: readonly { readonly id: ImageId; readonly bytes: Uint8Array }[]): Promise<void>
  undescribed(project: ProjectId, after: PictureSeq, limit: number): Promise<UndescribedPicture[]>
  countUndescribed(project: ProjectId): Promise<number>
}
