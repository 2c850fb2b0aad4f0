import type { SplitCounts } from '#common/split'
import type { AnnotatedWith, AnnotationFile } from '../annotation/annotations/annotation-file.ts'
import type { CatalogOperations } from './catalog.ts'
import type { FolderOperations } from './folders.ts'
import type { HealthOperations } from './health.ts'
import type { ImageAbout, ImageOperations } from './images.ts'
import type { JobOperations } from './jobs.ts'
import type { KeyOperations } from './keys.ts'
import type {
  ArchiveStream,
  ExportAnswer,
  ManagedImage,
  ManagedProject,
  ManagedTask,
  ManagedWorkspace,
  ProjectAnswer,
  StartedGeneration,
  UploadedImage,
  VersionAnswer,
} from './model.ts'
import type { ModelOperations } from './models.ts'
import type { Outcome } from './outcome.ts'
import type { ProposalOperations } from './proposals.ts'
import type { SearchOperations } from './search.ts'
import type { TrashOperations } from './trash.ts'
import type { WorkflowOperations } from './workflows.ts'
import type { ZipUploadOperations } from './zip-uploads.ts'

/**
 * The management API of one workspace as programs use it. Projects, images and tasks go by the names that the API gives them.
 * Two implementations: over the services of this library, and over HTTP to another machine's.
 */
export interface Management {
  /** Slug of the workspace. */
  identify(): Outcome<string>
  workspace(): Outcome<ManagedWorkspace>
  createProject(wanted: WantedProject): Outcome<ManagedProject>
  project(project: string): Outcome<ProjectAnswer>
  upload(project: string, image: ImageUpload): Outcome<UploadedImage>
  /** Puts an annotation file onto an image; one without objects marks it as holding nothing to label. */
  annotate(project: string, image: string, file: AnnotationFile): Outcome<AnnotatedWith>
  image(project: string, image: string): Outcome<ManagedImage>
  /** The version is listed at once and renders in the background. */
  generate(project: string, wanted: WantedVersion): Outcome<StartedGeneration>
  version(project: string, version: number): Outcome<VersionAnswer>
  /** Starts the export when it is not made yet; ask again until it is ready. */
  export(project: string, version: number, format: string): Outcome<ExportAnswer>
  download(archive: string): Outcome<ArchiveStream>
  /** Identifier of the task that moves the images. */
  rebalance(project: string, wanted: WantedBalance): Outcome<string>
  task(task: string): Outcome<ManagedTask>
  readonly keys: KeyOperations
  readonly jobs: JobOperations
  readonly health: HealthOperations
  readonly workflows: WorkflowOperations
  readonly images: ImageOperations
  readonly proposals: ProposalOperations
  readonly folders: FolderOperations
  readonly trash: TrashOperations
  readonly search: SearchOperations
  readonly zipUploads: ZipUploadOperations
  readonly catalog: CatalogOperations
  readonly models: ModelOperations
}

export interface WantedProject {
  readonly name: string
  readonly type: string
  readonly annotationGroup?: string
  readonly license?: string
}

export interface ImageUpload {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Asked for when all bytes have arrived: a form may name the split after the file. Its texts are as they came. */
  readonly about: () => ImageAbout
}

export interface WantedVersion {
  readonly name: string
  /** `preprocessing` and `augmentation` as programs send them, steps by key. */
  readonly settings: unknown
  /** 32 hexadecimal digits; drawn when absent. */
  readonly seed?: string
}

export interface WantedBalance {
  readonly shares: SplitCounts
  readonly mode: 'rebalance' | 'shuffle'
  readonly grouping: 'global' | 'batch'
  /** Names; empty: every image may move. */
  readonly classes: readonly string[]
}
