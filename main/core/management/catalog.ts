import type { CatalogCover } from '../exchange/catalog/ports.ts'
import type { ManagedProject } from './model.ts'
import type { Outcome } from './outcome.ts'

/** Projects that are open to everybody who reaches this library, and copies of them. */
export interface CatalogOperations {
  search(wanted: WantedCatalogSearch): Outcome<CatalogAnswer>
  /** Identifier of the task that copies a project into the workspace. One that may not be seen is not found. */
  fork(source: WantedFork): Outcome<string>
  /** Shows a project of the workspace in the catalog, or takes it out. */
  setPublic(project: string, isPublic: boolean): Outcome<ManagedProject>
}

export interface WantedCatalogSearch {
  /** Words and filters. */
  readonly query: string
  readonly type?: string | undefined
  /** From 1. */
  readonly page: number
  readonly limit: number
  /** An image that the images of a project look like; it or its address. */
  readonly like?: { readonly bytes: Uint8Array } | { readonly url: string } | undefined
}

export interface CatalogAnswer {
  readonly total: number
  readonly results: readonly CatalogProject[]
}

export interface CatalogProject {
  readonly workspace: string
  readonly project: string
  readonly name: string
  readonly type: string
  readonly license: string
  readonly images: number
  /** Cover image; of a remote, the links to it. */
  readonly cover: CatalogCover | CatalogLinks | undefined
}

export interface CatalogLinks {
  readonly kind: 'links'
  readonly thumbnail: string
  readonly annotation: string | undefined
}

/** A project by its full address, by its address in a workspace, or by a link to it. */
export interface WantedFork {
  readonly workspace?: string | undefined
  readonly project: string
}
