import type { FolderService } from '../access/folders/service.ts'
import type { KeyService } from '../access/keys/service.ts'
import type { FileAnnotator } from '../annotation/annotations/from-file.ts'
import type { AnnotationService } from '../annotation/annotations/service.ts'
import type { AnnotationJobService } from '../annotation/jobs/service.ts'
import type { PredictionOfferer, ProposalService } from '../annotation/proposals/service.ts'
import type { SplitService } from '../curation/splits/service.ts'
import type { HealthService } from '../dataset/health/service.ts'
import type { ImageFetcher } from '../dataset/images/fetch-ports.ts'
import type { ImageService } from '../dataset/images/service.ts'
import type { ProjectService } from '../dataset/projects/service.ts'
import type { SearchService } from '../dataset/search/service.ts'
import type { TaggingService } from '../dataset/tagging/service.ts'
import type { CopyService } from '../exchange/catalog/copy-service.ts'
import type { CatalogService } from '../exchange/catalog/service.ts'
import type { SearchExportService } from '../exchange/exports/search/service.ts'
import type { ExportService } from '../exchange/exports/service.ts'
import type { ZipUploadService } from '../exchange/zip-uploads/service.ts'
import type { ModelService } from '../models/weights/service.ts'
import type { Random } from '../ports.ts'
import type { TaskService } from '../tasks/service.ts'
import type { TrashService } from '../trash/service.ts'
import type { VersionService } from '../versions/service.ts'
import type { WorkflowService } from '../workflows/service.ts'

/** Services behind the management API of this library. */
export interface ManagedServices {
  readonly projects: ProjectService
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly proposals: ProposalService
  readonly splits: SplitService
  readonly versions: VersionService
  readonly exports: ExportService
  readonly searchExports: SearchExportService
  readonly tagging: TaggingService
  readonly fetcher: ImageFetcher
  readonly folders: FolderService
  readonly tasks: TaskService
  readonly keys: KeyService
  readonly health: HealthService
  readonly workflows: WorkflowService
  readonly annotationJobs: AnnotationJobService
  readonly trash: TrashService
  readonly search: SearchService
  readonly zipUploads: ZipUploadService
  readonly catalog: CatalogService
  readonly copies: CopyService
  readonly models: ModelService
  readonly random: Random
  readonly offerFile: PredictionOfferer
  readonly annotateFile: FileAnnotator
  /** The bytes of a file of the library. */
  readonly openFile: (path: string) => AsyncIterable<Uint8Array>
}
