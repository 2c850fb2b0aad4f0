import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { MAX_IMAGE_PIXELS } from '#core/images/rules'
import { builtInOcr } from '#inference/models/tesseract/built-in'
import { chooseSegmenter } from '#inference/segmenter'
import { taskRunner } from '#jobs/runner'
import { pictureFetcher } from '#remote/pictures/fetcher'
import { classicSegmenter } from '#segment/segmenter'
import { type RpcPort, serveRpcPort } from '#servers/studio/rpc'
import { studioScreens } from '#servers/studio/screens'
import { openBlobStore } from '#storage/blobs/blob-store'
import { openDatasetStaging } from '#storage/blobs/dataset-staging'
import { loosePictureReader } from '#storage/blobs/loose-picture'
import { pictureGlancer } from '#storage/blobs/picture-glancer'
import { pictureFiles } from '#storage/blobs/pictures'
import { pictureTiles } from '#storage/blobs/tiles/tile-store'
import { openZipInbox } from '#storage/blobs/zip-inbox'
import { catalogFolders } from '#storage/catalog/catalog-folders'
import { openLibrary } from '#storage/library/library'
import { type RenderPool, renderPool } from '#transforms/render-pool'
import { foreignReading } from './dataset-reading/readers.ts'
import { keepEvents } from './events/event-keeping.ts'
import { exportWriter } from './export-writer.ts'
import type { Foundation } from './foundation.ts'
import { keepHouse } from './housekeeping.ts'
import { keepModels } from './model-keeping.ts'
import { noteHub } from './note-hub.ts'
import type { RunningServers } from './parts.ts'
import { openWorkplace } from './places/elsewhere.ts'
import { openRemote } from './places/remote.ts'
import type { ShellPorts } from './ports.ts'
import { previewShelf } from './preview-shelf.ts'
import { startServers } from './servers.ts'
import { createServices, type Services } from './services.ts'
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
  /** Answers the studio's procedures over one end of a channel, besides the studio server's own `/rpc`. */
  connect(port: RpcPort): void
  /** Ends everything; running tasks go on at the next start. */
  stop(): Promise<void>
}

/** Puts the whole program together over what a shell supplies, and starts it. */
export async function createStudio(ports: ShellPorts): Promise<Studio> {
  const { clock, random, log, secrets } = ports
  await mkdir(ports.library, { recursive: true })
  const library = openLibrary(ports.library, clock.now())
  const workspace = await openWorkspace({ workspaces: library.workspaces, clock })
  const notes = noteHub()
  const runner = taskRunner({ tasks: library.tasks, clock, random, notes, logFailure })
  const foundation = await layFoundation(ports, { library, workspace, notes, runner })
  const services = createServices(foundation)
  const events = await keepEvents({ ...ports, notes })
  const apiKey = await openApiKey(workspace, { keys: services.keys, secrets })
  const token = await openSecret('studio-token', { secrets, random })
  const linkSecret = await openSecret('link-secret', { secrets, random })
  const { renderer, previews, remote, pictures } = foundation
  const { formats } = exportWriter(foundation.blobs)
  const drawing = { renderer, show: previews.show, shrink: pictures.shrink, formats }
  const workplace = await openWorkplace({ ...ports, ...drawing, notes, remote, logFailure })
  const parts = { foundation, services, events, workplace, apiKey: apiKey.secret, token, linkSecret }
  const servers = await startServers(ports, parts)
  const screens = studioScreens(studioServices(ports, { ...parts, running: servers.running }))
  await takeUp(services, runner)
  const house = keepHouse({ ...services, ...foundation, images: library.images, logFailure })

  function logFailure(message: string, failure: unknown) {
    log.error(failure, message)
  }

  return {
    servers: servers.running,
    workspace: workspace.slug,
    apiKey,
    token,
    connect: (port) => serveRpcPort(port, screens, logFailure),
    async stop() {
      await servers.close()
      await Promise.all([workplace.stop(), runner.stop(), foundation.segmenter.close(), house.stop()])
      foundation.tiles.close()
      await foundation.foreign.close()
      await foundation.runtime.close()
      await events.close()
      await renderer.close()
      library.close()
    },
  }
}

/** What the last run left: begun things go on or are cleared away. */
async function takeUp(services: Services, runner: Pick<ReturnType<typeof taskRunner>, 'recover'>): Promise<void> {
  await services.zipUploads.tidy()
  await services.datasets.tidy()
  await services.modelStore.tidy()
  await runner.recover()
  await services.bulk.recover()
  await services.trash.cancelTasks()
}

type Opened = Pick<Foundation, 'library' | 'workspace' | 'notes' | 'runner'>

/** Room on disk for what models made of pictures: some 230 of SAM 2. */
const EMBEDDING_BYTES = 2 * 1024 ** 3

/** What every service stands on. */
async function layFoundation(
  ports: ShellPorts,
  opened: Opened,
): Promise<Foundation & { readonly renderer: RenderPool }> {
  const { clock, random, trashDays, log, catalogFolders: folders = [] } = ports
  const pictures = pictureFiles(join(ports.library, 'cache'), MAX_IMAGE_PIXELS)
  const cores = availableParallelism()
  const { segmentWorker, renderWorker, tileProcess } = ports
  const warn = (message: string) => log.warn(message)
  const kept = keepModels({ ...ports, mirror: ports.inference.modelMirror }, cores)
  const embeddings = { folder: join(ports.library, 'cache', 'embeddings'), mostBytes: EMBEDDING_BYTES }
  const classic = classicSegmenter(segmentWorker === undefined ? {} : { workerUrl: segmentWorker })
  return {
    ...opened,
    ...{ clock, random, trashDays },
    blobs: await openBlobStore(join(ports.library, 'blobs')),
    zips: await openZipInbox(join(ports.library, 'uploads')),
    staging: await openDatasetStaging(join(ports.library, 'staging')),
    glancer: pictureGlancer(MAX_IMAGE_PIXELS),
    foreign: foreignReading({ entry: ports.datasetProcess }),
    pictures,
    tiles: pictureTiles(join(ports.library, 'cache'), tileProcess),
    catalogFolders: catalogFolders({ folders, pictures, warn }),
    fetcher: pictureFetcher({ trustedHosts: ports.trustedHosts ?? [] }),
    segmenter: chooseSegmenter({ runtime: kept.runtime, shelf: kept.models, classic, embeddings, warn }),
    renderer: renderPool({ threads: cores, ...(renderWorker && { workerUrl: renderWorker }) }),
    ...kept,
    loose: loosePictureReader(MAX_IMAGE_PIXELS),
    builtIns: [builtInOcr],
    previews: previewShelf(),
    remote: await openRemote({ ...ports, notes: opened.notes }),
    cores,
  }
}
