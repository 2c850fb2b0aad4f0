import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Refusal } from '#common/errors'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { FaultyStore } from '#common/stores/faults'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import { installPath, type PathInstall } from '#core/models/store/install-path'
import { builtInOcr } from '#inference/models/tesseract/built-in'
import { chooseSegmenter } from '#inference/segmenter'
import { imageFetcher } from '#remote/images/fetcher'
import { classicSegmenter } from '#segment/segmenter'
import { type RpcPort, serveRpcPort } from '#servers/studio/rpc'
import { studioScreens } from '#servers/studio/screens'
import { openSessions } from '#servers/studio/sessions'
import { blobReader } from '#storage/blobs/blob-reader'
import { openBlobStore } from '#storage/blobs/blob-store'
import { openDatasetStaging } from '#storage/blobs/dataset-staging'
import { imageGlancer } from '#storage/blobs/image-glancer'
import { imageFiles } from '#storage/blobs/images'
import { looseImageReader } from '#storage/blobs/loose-image'
import { imageTiles } from '#storage/blobs/tiles/tile-store'
import { fileWriter } from '#storage/blobs/writing/file-writer'
import { openZipInbox } from '#storage/blobs/zip-inbox'
import { catalogFolders } from '#storage/catalog/catalog-folders'
import { sessionFile } from '#storage/settings/sessions'
import { taskRunner } from '#tasks/runner'
import { type RenderPool, renderPool } from '#transforms/render-pool'
import { foreignReading } from './dataset-reading/readers.ts'
import { keepEvents } from './events/event-keeping.ts'
import { exportWriter } from './exports/export-writer.ts'
import type { Foundation } from './foundation.ts'
import { keepHouse } from './housekeeping.ts'
import { labelling } from './labelling/labelling.ts'
import { keepModels } from './model-keeping.ts'
import { noteHub } from './note-hub.ts'
import type { RunningServers } from './parts.ts'
import type { ShellPorts } from './ports.ts'
import { previewShelf } from './preview-shelf.ts'
import { openRemote } from './remote/remote.ts'
import { openTarget } from './remote/target.ts'
import { startServers } from './servers.ts'
import { createServices, type Services } from './services.ts'
import { inboxForReading, modelsForReading, stagingForReading } from './stores/read-only.ts'
import { openShelter, type Shelter } from './stores/shelter.ts'
import { soundness, watchDamage } from './stores/soundness.ts'
import { storeStates } from './stores/store-states.ts'
import { studioServices } from './studio-services.ts'
import { type OpenedKey, openApiKey, openSecret, openWorkspace } from './workspace.ts'

export interface Studio {
  /** Where each started server listens. */
  readonly servers: RunningServers
  /** Slug of the library's workspace. */
  readonly workspace: string
  readonly apiKey: OpenedKey
  /** The token that lets a page of the studio in. */
  readonly token: string
  /** The read-only stores, and why. */
  readonly readOnly: readonly FaultyStore[]
  /** Installs a file or folder of this machine as a model. */
  installModel(wanted: PathInstall): Promise<Result<string, Refusal>>
  /** Answers the studio's procedures over one end of a channel, besides the studio server's own `/rpc`. */
  connect(port: RpcPort): void
  /** The titles of the tasks that are open. */
  openTasks(): Promise<readonly Message[]>
  /** Ends everything; running tasks go on at the next start. */
  stop(): Promise<void>
}

/** Puts the whole program together over what a shell supplies, and starts it. */
export async function createStudio(given: ShellPorts): Promise<Studio> {
  const shelter = openShelter(given)
  const { library, readOnly, ports } = shelter
  const { clock, random, log, secrets } = ports
  const workspace = await openWorkspace({ workspaces: library.workspaces, clock })
  const notes = noteHub()
  const logFailure = failureLog(log)
  const runner = taskRunner({ tasks: library.tasks, clock, random, notes, logFailure })
  const foundation = await layFoundation(ports, shelter, { workspace, notes, runner })
  const services = createServices(foundation)
  const events = await keepEvents({ ...ports, notes, time: shelter.time })
  const apiKey = await openApiKey(workspace, { keys: services.keys, secrets })
  const token = await openSecret('studio-token', { secrets, random })
  const linkSecret = await openSecret('link-secret', { secrets, random })
  const { renderer, previews, remote, imageFiles, blobs } = foundation
  const drawing = { renderer, show: previews.show, shrink: imageFiles.shrink, formats: exportWriter(blobs).formats }
  const outside = { ...ports, ...drawing, library: shelter.folder, refuse: readOnly?.refuse }
  const target = await openTarget({ ...outside, notes, remote, logFailure })
  const stores = storeStates({ ...given, readOnly, events, referencedBlobs: library.images.referencedBlobs })
  const sessions = await openSessions({ store: sessionFile(join(shelter.folder, 'sessions.json')), clock, random })
  const parts = { foundation, services, events, target, stores, apiKey: apiKey.secret, token, linkSecret, sessions }
  await settle(shelter, blobs)
  const servers = await startServers(ports, parts)
  const screens = studioScreens(studioServices(ports, { ...parts, running: servers.running }))
  const house = readOnly ? undefined : await workOn()
  const stopWatching = readOnly ? () => undefined : shelter.disk.watch()

  async function workOn() {
    await takeUp(services, runner)
    const isSound = soundness(ports, library.database)
    const stopLooking = watchDamage(library, isSound)
    const house = keepHouse({ ...services, ...foundation, images: library.images, isSound, logFailure })
    return {
      async stop() {
        stopLooking()
        await house.stop()
      },
    }
  }

  return {
    ...{ servers: servers.running, workspace: workspace.slug, apiKey, token },
    readOnly: stores.readOnly,
    installModel: modelInstaller(services, { workspace, notes }),
    connect: (port) => serveRpcPort(port, screens, logFailure),
    async openTasks() {
      const tasks = await library.tasks.list(workspace.row)
      return tasks.filter(({ status }) => status === 'created' || status === 'running').map(({ title }) => title)
    },
    async stop() {
      stopWatching()
      await servers.close()
      await Promise.all([target.stop(), runner.stop(), foundation.segmenter.close(), house?.stop()])
      foundation.tiles.close()
      await foundation.labelling.close()
      await foundation.foreign.close()
      await foundation.runtime.close()
      await events.close()
      await renderer.close()
      library.close()
    },
  }
}

function modelInstaller(services: Services, { workspace, notes }: Pick<Opened, 'workspace' | 'notes'>) {
  const sources = { ...services, store: services.modelStore, workspace, changes: notes.subscribe }
  return (wanted: PathInstall) => installPath(sources, wanted)
}

/** The last writes before requests arrive: restores files whose rows are back. A read-only library is not written at all. */
async function settle({ library, readOnly }: Shelter, blobs: Foundation['blobs']): Promise<void> {
  await blobs.takeBack(library.images.referencedBlobs)
  if (readOnly) library.seal(readOnly.faulty)
}

/** Takes up what the last run left unfinished: tasks go on, or are cleared away. */
async function takeUp(services: Services, runner: Pick<ReturnType<typeof taskRunner>, 'recover'>): Promise<void> {
  await services.zipUploads.tidy()
  await services.datasets.tidy()
  await services.modelStore.tidy()
  await runner.recover()
  await services.bulk.recover()
  await services.trash.cancelTasks()
}

type Opened = Pick<Foundation, 'workspace' | 'notes' | 'runner'>

/** Room on disk for what models made of images: some 230 of SAM 2. */
const EMBEDDING_BYTES = 2 * 1024 ** 3

/** The base of every service. */
async function layFoundation(
  ports: ShellPorts,
  { library, disk, time, folder, readOnly }: Shelter,
  opened: Opened,
): Promise<Foundation & { readonly renderer: RenderPool }> {
  const { clock, random, trashDays, log, catalogFolders: folders = [] } = ports
  const copies = imageFiles(join(folder, 'cache'), MAX_IMAGE_PIXELS)
  const cores = availableParallelism()
  const { segmentWorker, renderWorker, tileProcess } = ports
  const refuse = readOnly?.refuse
  const warn = (message: string) => log.warn(message)
  const keeping = { ...ports, mirror: ports.inference.modelMirror, ownFolder: folder }
  const kept = modelsForReading(keepModels(keeping, cores), refuse)
  const embeddings = { folder: join(folder, 'cache', 'embeddings'), mostBytes: EMBEDDING_BYTES }
  const classic = classicSegmenter(segmentWorker === undefined ? {} : { workerUrl: segmentWorker })
  const blobs = join(ports.library, 'blobs')
  const writer = fileWriter()
  return {
    ...opened,
    ...{ library, clock, time, random, trashDays },
    blobs: refuse ? blobReader(blobs, refuse) : await openBlobStore(blobs, { time, disk, writer }),
    zips: inboxForReading(await openZipInbox(join(folder, 'uploads')), refuse),
    staging: stagingForReading(await openDatasetStaging(join(folder, 'staging'), writer), refuse),
    glancer: imageGlancer(MAX_IMAGE_PIXELS),
    ...readers(ports, library, opened),
    logFailure: failureLog(log),
    imageFiles: copies,
    tiles: imageTiles(join(folder, 'cache'), tileProcess),
    catalogFolders: catalogFolders({ folders, imageFiles: copies, warn }),
    fetcher: imageFetcher({ trustedHosts: ports.trustedHosts ?? [] }),
    segmenter: chooseSegmenter({ runtime: kept.runtime, shelf: kept.models, classic, embeddings, warn }),
    renderer: renderPool({ threads: cores, ...(renderWorker && { workerUrl: renderWorker }) }),
    ...kept,
    loose: looseImageReader(MAX_IMAGE_PIXELS),
    builtIns: [builtInOcr],
    previews: previewShelf(),
    remote: await openRemote({ ...ports, notes: opened.notes }),
    cores,
  }
}

/** The readers of foreign files and the writer of very many annotations. */
function readers({ datasetProcess, clock, log }: ShellPorts, library: Shelter['library'], opened: Opened) {
  const foreign = foreignReading({ entry: datasetProcess })
  return { foreign, labelling: labelling({ library, foreign, clock, ...opened, logFailure: failureLog(log) }) }
}

function failureLog(log: ShellPorts['log']): Foundation['logFailure'] {
  return (message, failure) => log.error(failure, message)
}
