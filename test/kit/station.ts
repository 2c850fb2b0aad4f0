import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pino from 'pino'
import { brand } from '#common/border'
import type { TaskView } from '#common/contract/tasks'
import { TaskId, WorkspaceSlug } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Adapters } from '#compose/adapters/adapters'
import { keepModels } from '#compose/adapters/model-keeping'
import { previewShelf } from '#compose/adapters/preview-shelf'
import { type ForeignReading, foreignReading } from '#compose/dataset-reading/readers'
import { cleanUp } from '#compose/housekeeping'
import { type Labelling, labelling } from '#compose/labelling/labelling'
import { noteHub } from '#compose/note-hub'
import type { RemoteAddress } from '#compose/ports'
import { openRemote } from '#compose/remote/remote'
import { sessionSecrets } from '#compose/secrets/session'
import { createServices } from '#compose/services'
import { managementServices } from '#compose/services/management'
import { OWNER } from '#core/access/keys/service'
import type { Workspace } from '#core/access/workspaces/ports'
import type { CommentService } from '#core/annotation/comments/service'
import type { PromptableSegmenter } from '#core/annotation/predictions/ports'
import type { SortingService } from '#core/annotation/sorting/service'
import type { BulkService } from '#core/curation/bulk/service'
import type { ClassService } from '#core/curation/classes/service'
import type { TransferService } from '#core/curation/transfers/service'
import type { FetchService } from '#core/dataset/images/fetch-service'
import type { ImportService } from '#core/dataset/images/import-service'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import type { SavedViewService } from '#core/dataset/saved-views/service'
import type { SimilarService } from '#core/dataset/similar/service'
import type { TriageService } from '#core/dataset/triage/service'
import type { PublishService } from '#core/exchange/catalog/publish-service'
import type { DatasetService } from '#core/exchange/datasets/service'
import type { SendService } from '#core/management/send/service'
import type { ModelLabelService } from '#core/models/labels/service'
import type { TaskService } from '#core/tasks/service'
import { plainAges } from '#core/time/library-time'
import { type FetcherOptions, imageFetcher } from '#remote/images/fetcher'
import { listen } from '#servers/kit/listen'
import type { LinkLives } from '#servers/management/links'
import { buildManagement } from '#servers/management/server'
import type { ManagementServices } from '#servers/management/services'
import { openBlobStore } from '#storage/blobs/blob-store'
import { openDatasetStaging } from '#storage/blobs/dataset-staging'
import { imageGlancer } from '#storage/blobs/image-glancer'
import { imageFiles } from '#storage/blobs/images'
import { looseImageReader } from '#storage/blobs/loose-image'
import { imageTiles } from '#storage/blobs/tiles/tile-store'
import { openZipInbox } from '#storage/blobs/zip-inbox'
import { catalogFolders } from '#storage/catalog/catalog-folders'
import { taskRunner } from '#tasks/runner'
import { versionRenderer } from '#transforms/pipeline'
import { type ApiClient, apiClient } from './api-client.ts'
import { freshLibrary } from './fresh-library.ts'

/** The real core in this process, with a library in a temporary folder. */
export interface TestStation {
  /** Reads and writes large numbers of annotations in threads. */
  readonly labelling: Labelling
  readonly workspace: Workspace
  /** The API key of the workspace. */
  readonly key: string
  readonly services: ManagementServices
  /** The library's folder. */
  readonly folder: string
  /** Path of the library's database, for changes that no operation makes. */
  readonly database: string
  /** Sends projects to the remote that the station was made with. */
  readonly sends: SendService
  /** Fetches images from addresses like the studio; the imports have the results. */
  readonly fetches: FetchService
  readonly imports: ImportService
  readonly datasets: DatasetService
  readonly bulk: BulkService
  /** Copies images to other projects. */
  readonly transfers: TransferService
  /** Writes projects into catalog folders. */
  readonly publishing: PublishService
  readonly classes: ClassService
  readonly comments: CommentService
  readonly sorting: SortingService
  readonly savedViews: SavedViewService
  readonly triage: TriageService
  readonly similar: SimilarService
  /** Annotates images with the models in the library's folder. */
  readonly modelLabels: ModelLabelService
  readonly tasks: TaskService
  /** Injected requests to the management server, with the workspace's key by default. */
  readonly management: ApiClient
  /** Adds a second workspace with its own key. */
  addWorkspace(slug: string): Promise<{ slug: string; key: string }>
  /** Waits for the library's note that a task has ended. */
  taskEnd(taskId: string): Promise<TaskView>
  /** Runs the daily clean-up: deletes due items in the trash permanently, and frees unused files. */
  cleanUp(): Promise<void>
  /** Returns the names of all files with images and archives. */
  storedBlobs(): Promise<string[]>
  /** Returns the names of cached smaller copies. */
  cachedCopies(): Promise<string[]>
  /** Returns the names of datasets that wait for their import. */
  waitingDatasets(): Promise<string[]>
  /** Returns the names of uploaded archives whose task has not ended. */
  waitingArchives(): Promise<string[]>
  /** Starts listening on a free local port; returns the URL. */
  listen(): Promise<string>
  close(): Promise<void>
}

interface StationSettings {
  readonly remote?: RemoteAddress
  readonly rateLimit?: { readonly perMinute: number }
  /** Lifetime of links; as in the program when absent. */
  readonly linkLives?: LinkLives
  readonly trashDays?: number
  /** How images are fetched from addresses; as in the program when absent. */
  readonly fetching?: FetcherOptions
  /** Folders with published projects. */
  readonly catalog?: readonly string[]
  /** How foreign files are read; with the program's limits when absent. */
  readonly foreign?: ForeignReading
}

/** Shared by all stations of a test file: its processes stay running, and end with it. */
const READING = foreignReading()

const NO_LIMIT = { perMinute: 0 }

const clock = { now: () => new Date() }
const random = {
  id: () => randomBytes(10).toString('hex'),
  hex: (bytes: number) => randomBytes(bytes).toString('hex'),
}

export async function testStation({
  remote,
  rateLimit = NO_LIMIT,
  linkLives,
  trashDays,
  fetching,
  catalog = [],
  foreign = READING,
}: StationSettings = {}): Promise<TestStation> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  const library = freshLibrary(folder)
  const workspace = await makeWorkspace('acme')
  const blobs = await openBlobStore(join(folder, 'blobs'))
  const notes = noteHub()
  const failures: unknown[] = []
  const logFailure = (_message: string, failure: unknown) => void failures.push(failure)
  const runner = taskRunner({ tasks: library.tasks, clock, random, notes, logFailure })
  const copies = imageFiles(join(folder, 'cache'), MAX_IMAGE_PIXELS)
  const log = pino({ level: 'silent' })
  const adapters: Adapters = {
    library,
    blobs,
    runner,
    notes,
    workspace,
    clock,
    random,
    logFailure,
    time: { ...clock, ...plainAges(clock) },
    zips: await openZipInbox(join(folder, 'uploads')),
    staging: await openDatasetStaging(join(folder, 'staging')),
    glancer: imageGlancer(MAX_IMAGE_PIXELS),
    foreign,
    labelling: labelling({ library, foreign, workspace, clock, notes, logFailure }),
    imageFiles: copies,
    tiles: imageTiles(join(folder, 'cache')),
    catalogFolders: catalogFolders({ folders: catalog, imageFiles: copies, warn: () => undefined }),
    fetcher: imageFetcher(fetching),
    segmenter: NO_SEGMENTER,
    renderer: versionRenderer,
    ...keepModels({ library: folder, log }, 1),
    loose: looseImageReader(MAX_IMAGE_PIXELS),
    previews: previewShelf(),
    cores: 2,
    trashDays,
    remote: await openRemote({ remote, notes, secrets: sessionSecrets() }),
  }
  const all = createServices(adapters)
  const services = managementServices(adapters, all)
  const options = { linkSecret: random.hex(16), appVersion: '0.0.0-test', anyHost: false, log, rateLimit, linkLives }
  const server = await buildManagement(services, options)
  const key = await makeKey(workspace)

  function makeWorkspace(slug: string): Promise<Workspace> {
    const name = `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`
    return library.workspaces.create({ slug: WorkspaceSlug.parse(slug), name, createdAt: clock.now() })
  }

  async function makeKey(owner: Workspace): Promise<string> {
    const created = await all.keys.create(owner, { name: 'Test key', isDefault: true }, OWNER)
    if (!created.ok) throw new Error(sentenceOf(created.error))
    return created.value.secret
  }

  return {
    workspace,
    key,
    labelling: adapters.labelling,
    services,
    folder,
    database: join(folder, 'library.db'),
    sends: all.sends,
    fetches: all.fetches,
    imports: all.imports,
    datasets: all.datasets,
    bulk: all.bulk,
    transfers: all.transfers,
    publishing: all.publishing,
    classes: all.classes,
    comments: all.comments,
    sorting: all.sorting,
    savedViews: all.savedViews,
    triage: all.triage,
    similar: all.similar,
    modelLabels: all.modelLabels,
    tasks: all.tasks,
    management: apiClient(server, key),
    async addWorkspace(slug) {
      return { slug, key: await makeKey(await makeWorkspace(slug)) }
    },
    async taskEnd(taskId) {
      const stop = new AbortController()
      try {
        const told = notes.subscribe(stop.signal)
        for (let next = told.next(); ; next = told.next()) {
          const task = await library.tasks.find(workspace.row, brand<TaskId>(taskId))
          if (task?.status === 'completed' || task?.status === 'failed') return task
          await next
        }
      } finally {
        stop.abort()
      }
    },
    cleanUp: () =>
      cleanUp({ ...all, ...adapters, images: library.images, isSound: async () => true }, new AbortController().signal),
    async storedBlobs() {
      return namesIn(join(folder, 'blobs'), /^[0-9a-f]{64}$/)
    },
    async cachedCopies() {
      return namesIn(join(folder, 'cache'), /^[0-9a-f]{64}\.\w+$/)
    },
    async waitingDatasets() {
      return readdir(join(folder, 'staging'))
    },
    async waitingArchives() {
      return namesIn(join(folder, 'uploads'), /\.zip$/)
    },
    async listen() {
      return (await listen('management', server, { host: '127.0.0.1', port: 0 })).url
    },
    async close() {
      await server.close()
      await runner.stop()
      adapters.tiles.close()
      await adapters.labelling.close()
      await adapters.runtime.close()
      library.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.map((name) => basename(name)).filter((name) => pattern.test(name))
}

const NO_SEGMENTER: PromptableSegmenter = {
  name: 'none',
  prepare: async () => ({ engine: 'none', hasEmbeddings: false }),
  prepared: async () => [],
  segment: async () => ({ kind: 'nothing-found' }),
  close: async () => undefined,
}
