import type { Workspace } from '#core/access/workspaces/ports'
import type { PromptableSegmenter } from '#core/annotation/predictions/ports'
import type { ImageFetcher } from '#core/dataset/images/fetch-ports'
import type { BlobStore } from '#core/dataset/images/ports'
import type { DatasetStaging, ImageGlancer } from '#core/exchange/datasets/staging-ports'
import type { ZipInbox } from '#core/exchange/zip-uploads/ports'
import type { InstalledModel, ModelRuntime, ModelShelf } from '#core/models/inference/ports'
import type { LooseImageReader } from '#core/models/playground/ports'
import type { Ages, Clock, Random } from '#core/ports'
import type { VersionRenderer } from '#core/versions/ports'
import type { ImageFiles } from '#storage/blobs/images'
import type { ImageTiles } from '#storage/blobs/tiles/tile-store'
import type { CatalogFolderFiles } from '#storage/catalog/catalog-folders'
import type { Library } from '#storage/library/library'
import type { RecoveringTaskRunner } from '#tasks/runner'
import type { ForeignReading } from './dataset-reading/readers.ts'
import type { Labelling } from './labelling/labelling.ts'
import type { ModelKeeping } from './model-keeping.ts'
import type { NoteHub } from './note-hub.ts'
import type { PreviewShelf } from './preview-shelf.ts'
import type { Remote } from './remote/remote.ts'

/** The base that the services are built on. */
export interface Foundation {
  readonly library: Library
  readonly blobs: BlobStore
  /** The folders of published projects that an administrator pointed at. */
  readonly catalogFolders: CatalogFolderFiles
  /** Where uploaded archives lie. */
  readonly zips: ZipInbox
  /** Where data sets lie until they are imported. */
  readonly staging: DatasetStaging
  readonly glancer: ImageGlancer
  /** Reads what comes from outside in processes with limits. */
  readonly foreign: ForeignReading
  /** Reads and writes very many annotations in threads. */
  readonly labelling: Labelling
  readonly imageFiles: ImageFiles
  /** Large and deep images in parts. */
  readonly tiles: ImageTiles
  readonly fetcher: ImageFetcher
  readonly segmenter: PromptableSegmenter
  readonly renderer: VersionRenderer
  /** The models of the library, and what runs them. */
  readonly models: ModelShelf
  readonly runtime: ModelRuntime
  /** Services for adding models. */
  readonly modelSources: ModelKeeping['modelSources']
  /** Models that come with the program. */
  readonly builtIns?: readonly InstalledModel[]
  /** Reads images of no project. */
  readonly loose: LooseImageReader
  readonly runner: RecoveringTaskRunner
  readonly notes: NoteHub
  readonly previews: PreviewShelf
  readonly workspace: Workspace
  readonly clock: Clock
  /** The library's own time, by which things grow old. */
  readonly time: Clock & Ages
  readonly random: Random
  /** The other machine that projects are sent to. */
  readonly remote?: Remote | undefined
  /** How long things stay in the trash. */
  readonly trashDays?: number | undefined
  /** Images worked on at the same time. */
  readonly cores: number
  readonly logFailure: (message: string, failure: unknown) => void
}
