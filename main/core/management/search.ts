import type { Outcome } from './outcome.ts'

/** Fields of an image that was found. */
export const SEARCH_FIELDS = [
  'name',
  'createdAt',
  'labels',
  'annotations',
  'split',
  'tags',
  'owner',
  'metadata',
  'width',
  'height',
  'aspectRatio',
  'projects',
] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

/** An image that was found; beside its id it has only what was asked for. */
export interface FoundImage {
  readonly id: string
  readonly name?: string | undefined
  readonly createdAt?: Date | undefined
  /** Names of the classes on the image, each once. */
  readonly labels?: readonly string[] | undefined
  readonly annotations?: FoundAnnotations | undefined
  readonly split?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** Slug of the workspace. */
  readonly owner?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Width by height. */
  readonly aspectRatio?: number | undefined
  /** Slugs. */
  readonly projects?: readonly string[] | undefined
}

export interface FoundAnnotations {
  readonly count: number
  /** Objects of each class by its name. */
  readonly classes: Readonly<Record<string, number>>
}

/** All conditions must hold. Images come in the order they were added, or the likest first. */
export interface ProjectSearch {
  /** In the words of the query language. */
  readonly prompt?: string | undefined
  /** Id of an image of the project: images that look like it come first. */
  readonly likeImage?: string | undefined
  /** The bytes of an image: images that look like it come first. */
  readonly likeBytes?: Uint8Array | undefined
  readonly tag?: string | undefined
  readonly className?: string | undefined
  /** Id or name. */
  readonly batch?: string | undefined
  /** Id or name of an annotation job. */
  readonly job?: string | undefined
  /** True: images that are in some annotation job. */
  readonly inJob?: true | undefined
  /** Whether a version would take the image in: it is labeled. */
  readonly inDataset?: boolean | undefined
  readonly offset: number
  /** At most 250. */
  readonly limit: number
  readonly fields: readonly SearchField[]
}

export interface WorkspaceSearch {
  /** In the words of the query language. */
  readonly query: string
  /** At most 250. */
  readonly pageSize: number
  /** Of the page before; absent for the first. It holds for the same query only. */
  readonly continuationToken?: string | undefined
  readonly fields: readonly SearchField[]
}

export interface ProjectFindings {
  readonly total: number
  readonly offset: number
  readonly results: readonly FoundImage[]
}

export interface WorkspaceFindings {
  readonly total: number
  /** Token of the next page; undefined on the last one. */
  readonly continuationToken: string | undefined
  readonly results: readonly FoundImage[]
}

export interface WantedExport {
  /** In the words of the query language. */
  readonly query: string
  readonly format: string
  /** Slug of the one project that is searched; all are when absent. */
  readonly dataset?: string | undefined
  /** Only projects whose objects are called this together. */
  readonly annotationGroup?: string | undefined
  /** Name for the archive. */
  readonly name?: string | undefined
}

/** An archive that is on its way, or there. `archive` is to be handed to `download`. */
export type SearchExportAnswer =
  /** `progress` is 0…1. */
  | { readonly kind: 'working'; readonly progress: number }
  | { readonly kind: 'ready'; readonly fileName: string; readonly archive: string }

/** Searches by words and by looks, in one project or in all. */
export interface SearchOperations {
  project(project: string, wanted: ProjectSearch): Outcome<ProjectFindings>
  /** Pages stay whole when images come in meanwhile. */
  workspace(wanted: WorkspaceSearch): Outcome<WorkspaceFindings>
  /** Starts an archive of what is found now; later edits do not reach it. Answers its identifier. */
  startExport(wanted: WantedExport): Outcome<string>
  /** How far an archive is. One that failed or was canceled is refused with the reason. */
  readExport(id: string): Outcome<SearchExportAnswer>
}
