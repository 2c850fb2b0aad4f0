import type { Shape } from '#common/annotation/shape'
import type {
  Facets,
  ImageCard,
  ImageDetails,
  ImageFilter,
  ImageRow,
  ImageSort,
  TagCount,
} from '#common/contract/images'
import type { BatchId, BlobHash, ImageId, ProjectId, TaskId } from '#common/ids'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { WorkspaceRow } from '../../access/workspaces/ports.ts'
import type { Tagging } from './tagging.ts'

/** Bytes that have arrived whole and are on disk, not yet under their lasting name. Exactly one of `keep` and `discard` must follow. */
export interface ReceivedBlob {
  readonly hash: BlobHash
  readonly bytes: number
  readonly path: string
  /** All of the bytes, where they are few. */
  readonly content?: Uint8Array | undefined
  /** Gives the bytes their lasting name. A row may name the blob only after this. */
  keep(): Promise<void>
  discard(): Promise<void>
  /** For bytes that should be there already: keeps them when the stored file is missing or damaged, else discards them. */
  mend(): Promise<boolean>
}

export type StoredBlob = Pick<ReceivedBlob, 'hash' | 'bytes'>

/** Expected bytes of a stored file. */
export interface StoredBytes {
  readonly hash: string
  readonly bytes?: number | undefined
  /** Where their number is not known. */
  readonly mostBytes?: number
}

/** State of the bytes of a stored file. */
export type FileState = 'sound' | 'damaged' | 'missing'

export interface BlobStore {
  /** Absolute path of a blob, there or not. */
  pathOf(hash: BlobHash): string
  has(hash: BlobHash): Promise<boolean>
  /** Compares a stored file with its hash. One that proved sound is not read again for some minutes while it does not change. */
  check(hash: BlobHash, bytes?: number): Promise<FileState>
  /** State of a stored file without reading it: one of the right size is sound unless a check found it damaged. */
  glance(hash: BlobHash, bytes: number): Promise<FileState>
  /** Throws `BlobTooLargeError` above `maxBytes`; nothing stays behind then. */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob>
  /** Keeps bytes that are at hand, one of very many: a row may name the blob when this is over. */
  store(bytes: Uint8Array): Promise<StoredBlob>
  /**
   * The same of a file that is whole, flushed and never written again; it stays where it is, and becomes a blob without being copied where
   * it lies on the same disk. Undefined where it cannot be read; throws `BlobTooLargeError` above `maxBytes`.
   */
  adopt(path: string, maxBytes: number): Promise<ReceivedBlob | undefined>
  /** Brings back what no row named when it was swept away, and one names now. Asks for the names only where anything lies there. */
  takeBack(named: () => Promise<ReadonlySet<string>>): Promise<void>
  /**
   * Puts what no row names into the orphan trash, for 30 days, but nothing that this process stored and that no sweep has seen named
   * by a row yet: its row may be on its way. Deletes what has lain there for so long, until it is stopped. Nothing moves unless the
   * database is sound. Answers how many.
   */
  sweep(referenced: ReadonlySet<string>, isSound: () => Promise<boolean>, signal?: AbortSignal): Promise<number>
}

/** Facts from decoding a file. Size is that of the displayed (EXIF-oriented) image in pixels. */
export interface ProbedImage {
  readonly format: string
  readonly width: number
  readonly height: number
  /** Average color, `#rrggbb`. */
  readonly color: string
  /** Mean luma, 0 (black) … 1 (white). */
  readonly brightness: number
  /** Descriptor of its look, to be compared with others. */
  readonly descriptor: Uint8Array
}

export type ProbeRefusal =
  | { readonly kind: 'unsupported'; readonly detail: string }
  | { readonly kind: 'broken'; readonly fault: Message }
  /** Samples of a kind that is not shown, by libvips' name. */
  | { readonly kind: 'samples'; readonly depth: string }
  | { readonly kind: 'too-many-pixels'; readonly pixels: number; readonly limit: number }

export type Probed =
  | { readonly ok: true; readonly value: ProbedImage }
  | { readonly ok: false; readonly error: ProbeRefusal }

/** Decodes images off the main thread and keeps the smaller copies that screens show. */
export interface ImageReader {
  /**
   * Decodes the whole file once, refuses what is not a sound image, and keeps its thumbnail under `hash`. `content`: its bytes, where they
   * are at hand.
   */
  probe(path: string, hash: BlobHash, content?: Uint8Array): Promise<Probed>
  /** Forgets the smaller copies of an image, which were made while its file was damaged. */
  renew(hash: BlobHash): Promise<void>
  /** The descriptor of an image, from its path or its bytes; undefined when it cannot be read. */
  describe(image: string | Uint8Array): Promise<Uint8Array | undefined>
}

/** Origin of an image, as its sender states it. */
export interface ImageOrigin {
  /** Its place in a sequence of images, from 0, and the length of that. */
  readonly sequence?: { readonly number: number; readonly size: number }
  readonly inferenceId?: string
  /** The address that the image was fetched from. */
  readonly sourceUrl?: string
}

/** True for one of very many that are written at the same time: it may wait a moment for others, and share their flush of the disk. */
export type CanWait = boolean | undefined

export interface NewImage {
  readonly id: ImageId
  readonly projectId: ProjectId
  readonly batchId: BatchId
  readonly name: string
  readonly blob: BlobHash
  readonly bytes: number
  readonly image: ProbedImage
  readonly split: Split
  readonly addedAt: Date
  readonly tagging?: Tagging | undefined
  readonly origin?: ImageOrigin | undefined
  /** The import that adds it. */
  readonly task?: TaskId | undefined
  readonly canWait?: CanWait
}

/** An image as the core handles it. */
export interface StoredImage {
  readonly id: ImageId
  readonly projectId: ProjectId
  readonly name: string
  readonly blob: BlobHash
  readonly bytes: number
  readonly format: string
  readonly width: number
  readonly height: number
}

export interface ImageQuerySpec {
  readonly projectId: ProjectId
  readonly filter: ImageFilter
  readonly sort: ImageSort
  /** Where the filter names an image: those that look most like it, the likest first, by their places. */
  readonly like?: readonly number[] | undefined
}

export interface ImageRepository {
  /** Adds the image, or tags and answers the one with the same bytes that is there already. */
  add(image: NewImage): Promise<{ readonly duplicateOf: { id: ImageId; name: string } | undefined }>
  findByContent(projectId: ProjectId, blob: BlobHash): Promise<{ id: ImageId; name: string } | undefined>
  /** As `add` does with bytes that are there already. */
  tag(id: ImageId, tagging: Tagging): Promise<void>
  find(projectId: ProjectId, id: ImageId): Promise<StoredImage | undefined>
  /** By id alone, trashed ones too: the pixels of versions and undo must still show. */
  findAnywhere(id: ImageId): Promise<StoredImage | undefined>
  /** By id alone, unless it or its project is in the trash. */
  findLive(id: ImageId): Promise<StoredImage | undefined>
  details(projectId: ProjectId, id: ImageId): Promise<ImageDetails | undefined>
  page(query: ImageQuerySpec, offset: number, limit: number): Promise<{ total: number; rows: ImageCard[] }>
  rows(query: ImageQuerySpec, offset: number, limit: number): Promise<{ total: number; rows: ImageRow[] }>
  /** Six hexadecimal digits for each image, in order. */
  colors(query: ImageQuerySpec): Promise<string>
  /** Places of all images of a query, in its order. */
  places(query: ImageQuerySpec): Promise<readonly number[]>
  /** In the order of the places; those that are gone are left out. */
  cards(places: readonly number[]): Promise<{ readonly seq: number; readonly card: ImageCard }[]>
  ids(query: ImageQuerySpec): Promise<ImageId[]>
  facets(projectId: ProjectId): Promise<Facets>
  /** Tags of images outside the trash, by name. */
  tags(projectId: ProjectId): Promise<TagCount[]>
  outlines(projectId: ProjectId, images: readonly ImageId[]): Promise<{ image: ImageId; shapes: Shape[] }[]>
  setSplit(projectId: ProjectId, images: readonly ImageId[], split: Split): Promise<number>
  setTrashed(projectId: ProjectId, images: readonly ImageId[], trashedAt: Date | undefined): Promise<number>
  /** Puts all images in the trash, or none; answers those that the project does not hold. */
  trashAll(projectId: ProjectId, images: readonly string[], trashedAt: Date): Promise<string[]>
  /** Deletes for good those that lie in the trash and that no version was made from; answers how many. */
  purge(workspace: WorkspaceRow, images: readonly string[]): Promise<number>
  batch(projectId: ProjectId, name: string, fresh: { id: BatchId; createdAt: Date }): Promise<BatchId>
  /** Every blob that a row named when this was asked, to tell orphans on disk. What is stored meanwhile may be missing. */
  referencedBlobs(): Promise<ReadonlySet<string>>
}
