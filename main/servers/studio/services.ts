import type { PixelFacts, SampleWindow } from '#common/contract/pixels'
import type { LibraryNote, SecretPlace, Session } from '#common/contract/session'
import type { Refusal } from '#common/errors'
import type { TilePlace } from '#common/geometry/tiles'
import type { BlobHash } from '#common/ids'
import type { InferenceCall } from '#common/inference/call'
import type { Result } from '#common/result'
import type { StoreFiles, StoreName } from '#common/stores/faults'
import type { ConnectionService } from '#core/access/connections/service'
import type { FolderService } from '#core/access/folders/service'
import type { Grantor, KeyService } from '#core/access/keys/service'
import type { Workspace } from '#core/access/workspaces/ports'
import type { AnnotationService } from '#core/annotation/annotations/service'
import type { CommentService } from '#core/annotation/comments/service'
import type { AnnotationJobService } from '#core/annotation/jobs/service'
import type { PromptableSegmenter, SegmentImage } from '#core/annotation/predictions/ports'
import type { SortingService } from '#core/annotation/sorting/service'
import type { BulkService } from '#core/curation/bulk/service'
import type { ClassService } from '#core/curation/classes/service'
import type { SplitService } from '#core/curation/splits/service'
import type { TransferService } from '#core/curation/transfers/service'
import type { HealthService } from '#core/dataset/health/service'
import type { FetchService } from '#core/dataset/images/fetch-service'
import type { ImportService } from '#core/dataset/images/import-service'
import type { StoredImage } from '#core/dataset/images/ports'
import type { ImageService } from '#core/dataset/images/service'
import type { ProjectService } from '#core/dataset/projects/service'
import type { SavedViewService } from '#core/dataset/saved-views/service'
import type { SimilarService } from '#core/dataset/similar/service'
import type { TaggingService } from '#core/dataset/tagging/service'
import type { TriageService } from '#core/dataset/triage/service'
import type { ExportedEvents } from '#core/events/studio/export'
import type { EventScreen } from '#core/events/studio/screen'
import type { EventSender } from '#core/events/studio/to-project'
import type { CopyService } from '#core/exchange/catalog/copy-service'
import type { PublishService } from '#core/exchange/catalog/publish-service'
import type { CatalogService } from '#core/exchange/catalog/service'
import type { DatasetService } from '#core/exchange/datasets/service'
import type { SearchExportService } from '#core/exchange/exports/search/service'
import type { ExportService } from '#core/exchange/exports/service'
import type { SendService } from '#core/management/send/service'
import type { InstalledModel } from '#core/models/inference/ports'
import type { InferenceService } from '#core/models/inference/service'
import type { ModelLabelService } from '#core/models/labels/service'
import type { PlaygroundService } from '#core/models/playground/service'
import type { ModelStoreService } from '#core/models/store/service'
import type { ForwardedStudio } from '#core/remote/forwarded'
import type { RemoteStudio } from '#core/remote/service'
import type { TaskService } from '#core/tasks/service'
import type { TrashService } from '#core/trash/service'
import type { VersionDiffService } from '#core/versions/diff/service'
import type { PreviewService } from '#core/versions/preview'
import type { VersionService } from '#core/versions/service'
import type { LargeFrames } from './frames/routing.ts'

/** A file to send: where it is and what it is. */
export interface ServedFile {
  readonly path: string
  readonly type: string
}

/** Pixels to send: a file, or bytes that were made for the request. */
export type ServedPixels = ServedFile | { readonly type: string; readonly bytes: Uint8Array }

/** An HTTP answer as it came. */
export interface PlainAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Another machine that the studio works on. */
export interface OpenRemote {
  /** `nas:9000`, for sentences. */
  readonly host: string
  readonly studio: RemoteStudio
  /** Its own studio, where it is a Tessera with the same contract; undefined for every other server. */
  readonly forwarded: () => Promise<ForwardedStudio | undefined>
  readonly images: {
    /** An image of it in one of the sizes that screens ask for. */
    sized(image: string, size: 'thumb' | 'screen' | 'full'): Promise<Result<ServedFile, Refusal>>
    /** The small image of a project of its catalog. */
    cover(key: string): Promise<Result<ServedFile, Refusal>>
    /** Its file as it was sent. */
    original(project: string, image: string): Promise<Result<Pick<SegmentImage, 'hash' | 'path'>, Refusal>>
  }
}

/** The files of events. */
export interface EventFiles {
  file(
    fileId: string,
  ): Promise<(ServedFile & { readonly fileName: string; readonly tag: string; readonly isVideo: boolean }) | undefined>
  /** In one of the sizes that screens ask for; undefined for what is no image. Throws when it is damaged. */
  image(fileId: string, size: 'thumb' | 'screen' | 'full'): Promise<ServedFile | undefined>
  /** Many events as one file, made as it is taken. */
  export(
    events: ExportedEvents,
    kind: 'jsonl' | 'images',
  ): { readonly fileName: string; readonly type: string; readonly bytes: AsyncIterable<Uint8Array> }
}

/** Everything the studio's procedures and pages stand on. */
export interface StudioServices {
  readonly workspace: Workspace
  readonly projects: ProjectService
  /** Answers calls about very many annotations elsewhere; absent where all are answered in this thread. */
  readonly frames?: LargeFrames | undefined
  readonly folders: FolderService
  readonly images: ImageService
  /** Acts on many images. */
  readonly bulk: BulkService
  readonly transfers: TransferService
  readonly classes: ClassService
  readonly savedViews: SavedViewService
  readonly triage: TriageService
  readonly similar: SimilarService
  readonly imports: ImportService
  readonly datasets: DatasetService
  readonly fetches: FetchService
  readonly annotations: AnnotationService
  readonly comments: CommentService
  readonly sorting: SortingService
  readonly annotationJobs: AnnotationJobService
  readonly splits: SplitService
  readonly versions: VersionService
  readonly versionPreviews: PreviewService
  readonly versionDiffs: VersionDiffService
  readonly exports: ExportService
  readonly searchExports: SearchExportService
  readonly sends: SendService
  readonly keys: KeyService
  /** Whoever asks: the person at this machine, or the key of another Tessera. It bounds what they may give away. */
  readonly grantor: () => Grantor
  readonly tagging: TaggingService
  readonly tasks: TaskService
  readonly trash: TrashService
  readonly health: HealthService
  readonly catalog: CatalogService
  readonly copies: CopyService
  readonly publishing: PublishService
  readonly segmenter: PromptableSegmenter
  /** The models of the library: how they come and go. */
  readonly modelStore: ModelStoreService
  /** Models that come with the program. */
  readonly builtInModels: readonly InstalledModel[]
  readonly inference: InferenceService
  readonly playground: PlaygroundService
  readonly modelLabels: ModelLabelService
  /** Answer of this program's inference server for an image, word by word. */
  readonly askInference: (call: InferenceCall, image: Uint8Array) => Promise<Result<PlainAnswer, Refusal>>
  /** The events of this machine, wherever the projects lie. */
  readonly events: EventScreen
  readonly eventSender: EventSender
  readonly eventFiles: EventFiles
  readonly connections: ConnectionService
  /** The machine that the studio works on; undefined is this one. */
  readonly remote: () => OpenRemote | undefined
  readonly session: () => Promise<Session>
  /** Accepts databases that do not match the files beside them. Answers whether the program restarts itself. */
  readonly acceptStores: (stores: readonly StoreName[]) => Promise<{ readonly isRestarting: boolean }>
  /** Counts the files beside each database that is read-only. */
  readonly storeFiles: () => Promise<StoreFiles[]>
  readonly chooseSecrets: (place: 'file' | 'session') => Promise<SecretPlace>
  readonly notes: {
    subscribe(signal: AbortSignal): AsyncGenerator<LibraryNote>
    /** Only what changed on this machine. */
    subscribeOwn(signal: AbortSignal): AsyncGenerator<LibraryNote>
  }
  readonly files: {
    /** Whether the stored file is known to be damaged or missing; it is not read for that. */
    isFaulty(image: StoredImage): Promise<boolean>
    /** The file, or undefined when the image's file is gone; the same holds for the others below. */
    image(image: StoredImage, size: 'thumb' | 'screen' | 'full'): Promise<ServedFile | undefined>
    /** View of an image with 16 bits a sample through a window, or the usual one; undefined also for one with eight. */
    deepScreen(image: StoredImage, window?: SampleWindow): Promise<ServedPixels | undefined>
    /** With `prepare`, a large image is cut into tiles unless it is. */
    pixelFacts(image: StoredImage, prepare: boolean): Promise<PixelFacts | undefined>
    /** The tile, or undefined also where there is none (yet). */
    tile(image: StoredImage, place: TilePlace, window?: SampleWindow): Promise<ServedPixels | undefined>
    blob(hash: BlobHash): string
    /** An image that a version was made from, even one that its project has no more. */
    source(hash: BlobHash, size: 'thumb' | 'screen'): Promise<ServedFile | undefined>
    /** The small image of a project in a catalog folder. */
    publishedThumb(project: string): Promise<ServedFile | undefined>
    preview(key: string): Uint8Array | undefined
    segmentImage(image: StoredImage): SegmentImage
  }
}
