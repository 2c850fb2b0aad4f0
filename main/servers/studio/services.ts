import type { LibraryNote, SecretPlace, Session } from '#common/contract/session'
import type { BlobHash } from '#common/ids'
import type { AnnotationService } from '#core/annotations/service'
import type { SearchExportService } from '#core/exports/search/service'
import type { ExportService } from '#core/exports/service'
import type { FolderService } from '#core/folders/service'
import type { HealthService } from '#core/health/service'
import type { ImportService } from '#core/images/import-service'
import type { StoredImage } from '#core/images/ports'
import type { ImageService } from '#core/images/service'
import type { KeyService } from '#core/keys/service'
import type { SendService } from '#core/management/send/service'
import type { PromptableSegmenter, SegmentImage } from '#core/predictions/ports'
import type { ProjectService } from '#core/projects/service'
import type { SplitService } from '#core/splits/service'
import type { TaskService } from '#core/tasks/service'
import type { TrashService } from '#core/trash/service'
import type { PreviewService } from '#core/versions/preview'
import type { VersionService } from '#core/versions/service'
import type { Workspace } from '#core/workspaces/ports'

/** A file to send: where it is and what it is. */
export interface ServedFile {
  readonly path: string
  readonly type: string
}

/** Everything the studio's procedures and pages stand on. */
export interface StudioServices {
  readonly workspace: Workspace
  readonly projects: ProjectService
  readonly images: ImageService
  readonly imports: ImportService
  readonly annotations: AnnotationService
  readonly splits: SplitService
  readonly versions: VersionService
  readonly versionPreviews: PreviewService
  readonly exports: ExportService
  readonly searchExports: SearchExportService
  readonly sends: SendService
  readonly keys: KeyService
  readonly folders: FolderService
  readonly tasks: TaskService
  readonly trash: TrashService
  readonly health: HealthService
  readonly segmenter: PromptableSegmenter
  readonly session: () => Promise<Session>
  readonly chooseSecrets: (place: 'file' | 'session') => Promise<SecretPlace>
  readonly notes: { subscribe(signal: AbortSignal): AsyncGenerator<LibraryNote> }
  readonly files: {
    picture(image: StoredImage, size: 'thumb' | 'screen' | 'full'): Promise<ServedFile>
    blob(hash: BlobHash): string
    preview(key: string): Uint8Array | undefined
    segmentImage(image: StoredImage): SegmentImage
  }
}
