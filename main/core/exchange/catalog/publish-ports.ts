import type { ProjectType } from '#common/contract/projects'
import type { PublishedClass, PublishedImage } from './ports.ts'

/** Facts about a published project besides its images. */
export interface PublishedHead {
  readonly name: string
  readonly type: ProjectType
  readonly license: string
  readonly annotationGroup: string
  readonly classes: readonly PublishedClass[]
}

/** A project on its way into a catalog folder; nobody finds it before it is finished. */
export interface PublishedDraft {
  /** Copies the image at `path` into it. `looks`: its descriptor, where there is one. */
  add(image: PublishedImage, source: { readonly path: string; readonly looks: Uint8Array | undefined }): Promise<void>
  /** Answers the folder in which it lies then: the wanted name, or the first free one after it. */
  finish(head: PublishedHead, wanted: string): Promise<string>
}

/** Writes projects into catalog folders. */
export interface CatalogPublisher {
  /** The catalog folders, as they were named at the start. */
  readonly folders: readonly string[]
  /** Begins a draft, from nothing. Throws `Refused` where the folder cannot be written. */
  begin(folder: string, key: string): Promise<PublishedDraft>
  /** Takes away what a draft that will not be finished has left. */
  discard(folder: string, key: string): Promise<void>
}
