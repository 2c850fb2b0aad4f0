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

/** A project being written to a catalog folder; invisible until it is complete. */
export interface PublishedDraft {
  /** Copies the image at `path` into it. `looks`: its descriptor, where there is one. */
  add(image: PublishedImage, source: { readonly path: string; readonly looks: Uint8Array | undefined }): Promise<void>
  /** Returns the final folder: the requested name, or the next free one. */
  finish(head: PublishedHead, wanted: string): Promise<string>
}

/** Writes projects into catalog folders. */
export interface CatalogPublisher {
  /** The catalog folders, as they were named at the start. */
  readonly folders: readonly string[]
  /** Starts an empty draft. Throws `Refused` if the folder is not writable. */
  begin(folder: string, key: string): Promise<PublishedDraft>
  /** Deletes the files of a draft that will not be finished. */
  discard(folder: string, key: string): Promise<void>
}
