import type { Attribute } from '#common/annotation/attribute'
import type { NamedAttribute } from '#common/annotation/named/attribute'
import type { Skeleton } from '#common/annotation/skeleton'
import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import type { BlobHash, ImageId, ProjectId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { Split } from '#common/split'
import type { ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import type { MetadataValue } from '../../dataset/images/tagging.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { ImageSeq } from '../../dataset/search/ports.ts'

/** The workspace that projects of catalog folders go under; no workspace of a library can be called so. */
export const FOLDERS_WORKSPACE = 'catalog'

/** The image that stands for a project; `isLabelled`: its labels can be drawn too. */
export type CatalogCover =
  | { readonly kind: 'image'; readonly image: ImageId; readonly isLabelled: boolean }
  /** Of a project in a catalog folder, by its address. */
  | { readonly kind: 'published'; readonly project: string; readonly isLabelled: boolean }

/** One project of the catalog, as a search tells of it. */
export interface CatalogEntry {
  readonly workspace: string
  /** Its address in the workspace. */
  readonly project: string
  readonly name: string
  readonly type: ProjectType
  readonly license: string
  /** Description by its maker; empty where there is none. */
  readonly description: string
  readonly images: number
  /** In the project's order, with the number of objects of each. */
  readonly classes: readonly { readonly name: string; readonly shapes: number }[]
  readonly cover: CatalogCover | undefined
}

export interface PublicProject extends CatalogEntry {
  readonly id: ProjectId
}

export interface CatalogRepository {
  /** The public projects of all workspaces of this library. */
  publicProjects(): Promise<PublicProject[]>
  /** A project by its full address, whoever may see it. */
  find(workspace: string, project: string): Promise<Project | undefined>
}

/** A class with its 1-based place in the color list. */
export interface CopiedClass {
  readonly name: string
  readonly color: number
  readonly skeleton?: Skeleton | undefined
  readonly attributes?: readonly Attribute[] | undefined
}

/** The same as a catalog folder tells it: by names alone. */
export interface PublishedClass extends Omit<CopiedClass, 'attributes'> {
  readonly attributes?: readonly NamedAttribute[] | undefined
}

/** An image that is to be copied, with its stored file. */
export interface CopiedImage {
  readonly seq: ImageSeq
  readonly name: string
  readonly blob: BlobHash
  readonly bytes: number
}

/** Copies of projects. While one is being made nobody sees it; each method is one unit of work. */
export interface CopyRepository {
  /** A project that is not in the trash, of any workspace. */
  source(id: ProjectId): Promise<Project | undefined>
  /** Makes the project that the copy goes to, unless it is there. */
  begin(target: Project): Promise<void>
  /** The copy as it stands; `isWhole` once it was shown, whatever became of it since. */
  target(id: ProjectId): Promise<{ readonly project: Project; readonly isWhole: boolean } | undefined>
  /** In this order; those that are there stay. */
  addClasses(target: ProjectId, classes: readonly CopiedClass[]): Promise<void>
  count(project: ProjectId): Promise<number>
  /** The next images of a project that come after one; none when there are no more. */
  next(from: ProjectId, after: ImageSeq): Promise<readonly CopiedImage[]>
  /**
   * Copies the first of these images with all that is known of them: as many as take a moment. Those that are there already are passed
   * over. Answers how many were gone through.
   */
  copySome(from: ProjectId, to: ProjectId, images: readonly ImageSeq[]): Promise<number>
  /** Shows the copy to everybody in its workspace, under the first free name. */
  show(id: ProjectId, now: Date): Promise<void>
  /** Leaves what was copied to the clean-up. */
  giveUp(id: ProjectId): Promise<void>
}

/** A project in a catalog folder. */
export interface PublishedProject extends CatalogEntry {
  readonly annotationGroup: string
}

export interface PublishedImage {
  /** Path inside the project's folder, with `/`. */
  readonly file: string
  readonly name: string
  /** SHA-256 of the bytes, lower-case hexadecimal digits. */
  readonly sha256: string
  /** Displayed size in pixels, as the maker says. */
  readonly width: number
  readonly height: number
  readonly split: Split
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, MetadataValue>>
  /** In pixels of the displayed image; undefined where nobody has labeled it, empty for a background image. */
  readonly objects: readonly ReadAnnotation[] | undefined
}

export interface PublishedContents {
  readonly classes: readonly PublishedClass[]
  readonly images: readonly PublishedImage[]
  /** The bytes of an image. Throws `PublishedFileError` where there are none, or at their end where they are others. */
  open(image: PublishedImage): AsyncIterable<Uint8Array>
}

/** The folders of published projects that an administrator pointed at. They change when somebody changes them. */
export interface CatalogFolders {
  /** All that can be read now; what cannot is told in the log. */
  list(): Promise<readonly PublishedProject[]>
  find(project: string): Promise<PublishedProject | undefined>
  contents(project: string): Promise<Result<PublishedContents, Refusal>>
  /** Descriptors of its images: of those that the maker described, else of some. */
  descriptors(project: string): Promise<readonly Uint8Array[]>
}

/** A file of a published project is not there, leads out of its folder, or holds other bytes than it should. */
export class PublishedFileError extends Error {
  override readonly name = 'PublishedFileError'
  readonly fault: Message

  constructor(fault: Message, options?: ErrorOptions) {
    super(sentenceOf(fault), options)
    this.fault = fault
  }
}
