import type { Attribute } from '#common/annotation/attribute'
import type { Skeleton } from '#common/annotation/skeleton'
import type { SplitCounts } from '#common/split'
import type { PlacedAnnotation, ReadAnnotation } from '../annotation/annotations/read-annotation.ts'
import type { MetadataValue } from '../dataset/images/tagging.ts'

/** Answers of the management API, in the words of the core. Texts of a remote server are checked for their kind only. */
export interface WorkspaceHead {
  readonly slug: string
  readonly name: string
  readonly members: number
}

export interface ManagedClass {
  readonly name: string
  readonly shapes: number
  /** `#RRGGBB`. */
  readonly color: string
  /** The points of its objects in a keypoint project. */
  readonly skeleton?: Skeleton
  /** Attributes of its objects; absent where a remote does not tell. */
  readonly attributes?: readonly Attribute[]
}

export interface ManagedProject {
  readonly slug: string
  readonly name: string
  readonly type: string
  /** Shown in the catalog. */
  readonly isPublic: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly images: number
  readonly unannotated: number
  readonly annotationGroup: string
  readonly splits: SplitCounts
  readonly classes: readonly ManagedClass[]
  readonly versions: number
}

export interface ManagedWorkspace extends WorkspaceHead {
  readonly projects: readonly ManagedProject[]
  /** Projects that are damaged in the database. */
  readonly damagedProjects?: readonly Pick<ManagedProject, 'slug' | 'name'>[]
}

/** The steps of a recipe that are on, by key, each with `enabled` and its parameters. */
export type ManagedSteps = Readonly<Record<string, unknown>>

export interface ManagedVersion {
  readonly number: number
  readonly name: string
  readonly createdAt: Date
  readonly images: number
  readonly splits: SplitCounts
  readonly preprocessing: ManagedSteps
  readonly augmentation: ManagedSteps
  /** The same settings and seed on the same images give the same version; absent where a remote does not tell. */
  readonly seed?: string
  /** SHA-256 (hex) of its images, labels and classes; absent while it is made and where a remote does not tell. */
  readonly manifest?: string
  readonly exports: readonly string[]
  readonly isGenerating: boolean
  /** 0…1. */
  readonly progress: number
}

export interface ProjectAnswer {
  readonly workspace: WorkspaceHead
  readonly project: ManagedProject
  readonly versions: readonly ManagedVersion[]
  /** Numbers of those that are damaged in the database. */
  readonly damagedVersions?: readonly number[]
}

export interface VersionAnswer {
  readonly workspace: WorkspaceHead
  readonly project: ManagedProject
  readonly version: ManagedVersion
}

export interface ManagedImage {
  readonly id: string
  readonly name: string
  readonly split: string
  /** Names of the classes on the image, each once. */
  readonly labels: readonly string[]
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, MetadataValue>>
  readonly createdAt: Date
  /** Where it was fetched from, when it was not sent. */
  readonly sourceUrl: string | undefined
  readonly width: number
  readonly height: number
  /** Annotations, or undefined while nobody has annotated it; empty when it is a background image. */
  readonly annotation: readonly ReadAnnotation[] | undefined
  /** Whether labels that are put onto it keep locks, groups and attributes. */
  readonly keepsMarks: boolean
  /** Predictions that nobody has accepted or rejected. */
  readonly predictions: readonly ManagedPrediction[]
}

export interface ManagedPrediction {
  readonly object: PlacedAnnotation
  /** Empty when the model is not known. */
  readonly source: string
  /** 0…1. */
  readonly score: number | null
}

/** An image that is in the project now; `duplicateOf` names the one with the same bytes that was there before; empty where it is not told. */
export interface UploadedImage {
  readonly id: string
  readonly duplicateOf: string | undefined
}

export interface StartedGeneration {
  readonly version: number
  /** The task to follow; a remote may not tell it. */
  readonly taskId: string | undefined
}

/** An export that is on its way, or an archive. `archive` is to be handed to `download`. */
export type ExportAnswer =
  | { readonly kind: 'working'; readonly progress: number }
  | (VersionAnswer & { readonly kind: 'ready'; readonly format: string; readonly archive: string })

export interface ArchiveStream {
  readonly fileName: string
  readonly bytes: number
  readonly content: AsyncIterable<Uint8Array>
}

export interface ManagedTask {
  readonly taskId: string
  readonly status: string
  readonly progress: { readonly current: number; readonly total: number } | null
  readonly result: Readonly<Record<string, unknown>> | undefined
  readonly error: string | undefined
}
