import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { FaultyStore } from '#common/stores/faults'
import { installPath, type PathInstall } from '#core/models/store/install-path'
import { imageFetcher } from '#remote/images/fetcher'
import { type RpcPort, serveRpcPort } from '#servers/studio/rpc'
import { studioScreens } from '#servers/studio/screens'
import { openSessions } from '#servers/studio/sessions'
import { sessionFile } from '#storage/settings/sessions'
import { taskRunner } from '#tasks/runner'
import { type RenderPool, renderPool } from '#transforms/render-pool'
import type { Adapters } from './adapters/adapters.ts'
import type { Base } from './adapters/base.ts'
import { openFiles } from './adapters/files.ts'
import { openModels } from './adapters/models.ts'
import { openReading } from './adapters/reading.ts'
import { keepEvents } from './events/event-keeping.ts'
import { exportWriter } from './exports/export-writer.ts'
import { keepHouse } from './housekeeping.ts'
import { noteHub } from './note-hub.ts'
import type { ShellPorts } from './ports.ts'
import type { RunningServers } from './program.ts'
import { openRemote } from './remote/remote.ts'
import { openTarget, type StudioTarget } from './remote/target.ts'
import { startServers } from './servers.ts'
import { studioServices } from './services/studio.ts'
import { createServices, type Services } from './services.ts'
import { openShelter, type Shelter } from './stores/shelter.ts'
import { soundness, watchDamage } from './stores/soundness.ts'
import { storeStates } from './stores/store-states.ts'
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
  openTasks(): Promise<readonly string[]>
  /** Ends everything; running tasks go on at the next start. */
  stop(): Promise<void>
}

/** Puts the whole program together over what a shell supplies, and starts it. */
export async function createStudio(given: ShellPorts): Promise<Studio> {
  const shelter = openShelter(given)
  const { library, readOnly, ports } = shelter
  const base = await openBase(shelter)
  const { workspace, runner, notes, logFailure } = base
  const adapters = await openAdapters(ports, shelter, base)
  const services = createServices(adapters)
  const events = await keepEvents({ ...ports, notes, time: shelter.time })
  const target = await openStudioTarget(shelter, adapters)
  const stores = storeStates({ ...given, readOnly, events, referencedBlobs: library.images.referencedBlobs })
  const { apiKey, ...access } = await openAccess(shelter, { workspace, keys: services.keys })
  const program = { ...access, adapters, services, events, target, stores }
  await settle(shelter, adapters.blobs)
  const servers = await startServers(ports, program)
  const screens = studioScreens(studioServices(ports, { ...program, running: servers.running }))
  const house = readOnly ? undefined : await workOn()
  const stopWatching = readOnly ? () => undefined : shelter.disk.watch()

  async function workOn() {
    await takeUp(services, runner)
    const isSound = soundness(ports, library.database)
    const stopLooking = watchDamage(library, isSound)
    const house = keepHouse({ ...services, ...adapters, images: library.images, isSound })
    return {
      async stop() {
        stopLooking()
        await house.stop()
      },
    }
  }

  return {
    servers: servers.running,
    workspace: workspace.slug,
    apiKey,
    token: access.token,
    readOnly: stores.readOnly,
    installModel: modelInstaller(services, base),
    connect: (port) => serveRpcPort(port, screens, logFailure),
    async openTasks() {
      const tasks = await library.tasks.list(workspace.row)
      return tasks.filter(({ status }) => status === 'created' || status === 'running').map(({ title }) => title)
    },
    async stop() {
      stopWatching()
      await servers.close()
      await Promise.all([target.stop(), runner.stop(), adapters.segmenter.close(), house?.stop()])
      adapters.tiles.close()
      await adapters.labelling.close()
      await adapters.foreign.close()
      await adapters.runtime.close()
      await events.close()
      await adapters.renderer.close()
      library.close()
    },
  }
}

function modelInstaller(services: Services, { workspace, notes }: Base) {
  const sources = { ...services, store: services.modelStore, workspace, changes: notes.subscribe }
  return (wanted: PathInstall) => installPath(sources, wanted)
}

/** The last writes before requests arrive: restores files whose rows are back. A read-only library is not written at all. */
async function settle({ library, readOnly }: Shelter, blobs: Adapters['blobs']): Promise<void> {
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

/** The workspace, and what works and tells in its name. */
async function openBase({ library, time, ports }: Shelter): Promise<Base> {
  const { clock, random, log, trashDays } = ports
  const workspace = await openWorkspace({ workspaces: library.workspaces, clock })
  const notes = noteHub()
  const logFailure = (message: string, failure: unknown) => log.error(failure, message)
  const runner = taskRunner({ tasks: library.tasks, clock, random, notes, logFailure })
  const cores = availableParallelism()
  return { library, workspace, runner, notes, clock, time, random, trashDays, cores, logFailure }
}

/** Opens what the services stand on. */
async function openAdapters(
  ports: ShellPorts,
  shelter: Shelter,
  base: Base,
): Promise<Adapters & { readonly renderer: RenderPool }> {
  const { renderWorker, trustedHosts = [] } = ports
  return {
    ...base,
    ...(await openFiles(ports, shelter)),
    ...openReading(ports, base),
    ...openModels(ports, shelter, base.cores),
    renderer: renderPool({ threads: base.cores, ...(renderWorker && { workerUrl: renderWorker }) }),
    fetcher: imageFetcher({ trustedHosts }),
    remote: await openRemote({ ...ports, notes: base.notes }),
  }
}

/** Where the pages find the projects: here, or on a remote. */
function openStudioTarget({ ports, folder, readOnly }: Shelter, adapters: Adapters): Promise<StudioTarget> {
  const { renderer, previews, remote, imageFiles, blobs, notes, logFailure } = adapters
  return openTarget({
    ...ports,
    library: folder,
    refuse: readOnly?.refuse,
    renderer,
    show: previews.show,
    shrink: imageFiles.shrink,
    formats: exportWriter(blobs).formats,
    notes,
    remote,
    logFailure,
  })
}

/** The keys and sessions that let programs and pages in. */
async function openAccess({ ports, folder }: Shelter, { workspace, keys }: Pick<Services, 'workspace' | 'keys'>) {
  const { secrets, random, clock } = ports
  return {
    apiKey: await openApiKey(workspace, { keys, secrets }),
    token: await openSecret('studio-token', { secrets, random }),
    linkSecret: await openSecret('link-secret', { secrets, random }),
    sessions: await openSessions({ store: sessionFile(join(folder, 'sessions.json')), clock, random }),
  }
}
