import type { AnnotationJobService } from '../annotation-jobs/service.ts'
import type { FileAnnotator } from '../annotations/from-file.ts'
import type { AnnotationService } from '../annotations/service.ts'
import type { CopyService } from '../catalog/copy-service.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { SearchExportService } from '../exports/search/service.ts'
import type { ExportService } from '../exports/service.ts'
import type { FolderService } from '../folders/service.ts'
import type { HealthService } from '../health/service.ts'
import type { ImageFetcher } from '../images/fetch-ports.ts'
import type { ImageService } from '../images/service.ts'
import type { KeyService } from '../keys/service.ts'
import type { ModelService } from '../models/service.ts'
import type { Random } from '../ports.ts'
import type { ProjectService } from '../projects/service.ts'
import type { PredictionOfferer, ProposalService } from '../proposals/service.ts'
import type { SearchService } from '../search/service.ts'
import type { SplitService } from '../splits/service.ts'
import type { TaggingService } from '../tagging/service.ts'
import type { TaskService } from '../tasks/service.ts'
import type { TrashService } from '../trash/service.ts'
import type { VersionService } from '../versions/service.ts'
import type { WorkflowService } from '../workflows/service.ts'
import type { ZipUploadService } from '../zip-uploads/service.ts'

/** What the management API of this library stands on. */
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
