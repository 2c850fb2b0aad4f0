import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { brand } from '#common/border'
import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import type { CatalogueEntry } from '#common/inference/catalogue'
import type { DraftKey } from '#common/inference/recognition'
import { sentenceOf } from '#common/messages/sentence'
import { keepModels } from '#compose/adapters/model-keeping'
import { noteHub } from '#compose/note-hub'
import { openWorkspace } from '#compose/workspace'
import type { Workspace } from '#core/access/workspaces/ports'
import type { ModelRuntime, ModelShelf } from '#core/models/inference/ports'
import { type ModelStoreService, type ModelStoreSources, modelStoreService } from '#core/models/store/service'
import { plainAges } from '#core/time/library-time'
import { type DownloadOptions, modelDownloads } from '#remote/models/downloads'
import { taskRunner } from '#tasks/runner'
import { freshLibrary } from './fresh-library.ts'

/** The model store of a library in a real folder. */
export interface ModelStation {
  readonly folder: string
  readonly store: ModelStoreService
  readonly shelf: ModelShelf
  readonly runtime: ModelRuntime
  readonly workspace: Workspace
  /** Makes a draft of these files. */
  drop(files: Readonly<Record<string, Uint8Array | string>>): Promise<DraftKey>
  taskEnd(taskId: string): Promise<TaskView>
  cancel(taskId: TaskId): boolean
  /** Stops without ending tasks, like closing the program. */
  stop(): Promise<void>
}

export interface ModelStationOptions {
  /** A new one when absent. */
  readonly folder?: string
  readonly catalogue?: readonly CatalogueEntry[]
  readonly mirror?: string
  readonly downloading?: DownloadOptions
  readonly freeBytes?: number
  /** Tries a model to be installed; when absent in a process of its own, like the program. */
  readonly trial?: ModelStoreSources['trial']
}

const clock = { now: () => new Date() }
const random = {
  id: () => randomBytes(10).toString('hex'),
  hex: (bytes: number) => randomBytes(bytes).toString('hex'),
}

export async function modelStation(options: ModelStationOptions = {}): Promise<ModelStation> {
  const {
    folder = await mkdtemp(join(tmpdir(), 'tessera-models-')),
    mirror,
    downloading,
    catalogue,
    freeBytes,
    trial,
  } = options
  const library = freshLibrary(folder)
  const workspace = await openWorkspace({ workspaces: library.workspaces, clock })
  const notes = noteHub()
  const runner = taskRunner({ tasks: library.tasks, clock, random, notes, logFailure: () => undefined })
  const { models, runtime, modelSources } = keepModels({ library: folder, log: pino({ level: 'silent' }), mirror }, 1)
  const store = modelStoreService({
    ...modelSources,
    shelf: models,
    runtime,
    tasks: library.tasks,
    runner,
    clock,
    random,
    notes,
    trashDays: 30,
    ages: plainAges(clock),
    ...(catalogue && { catalogue }),
    ...(trial && { trial }),
    ...(freeBytes !== undefined && { folder: { ...modelSources.folder, freeBytes: async () => freeBytes } }),
    downloads: modelDownloads(downloading),
    // Tests do not wait.
    sleep: async (_ms, signal) => signal.throwIfAborted(),
  })
  for (const work of store.works) runner.register(work)
  await store.tidy()
  await runner.recover()

  return {
    folder,
    store,
    shelf: models,
    runtime,
    workspace,
    async drop(files) {
      const draft = await store.openDraft()
      for (const [path, bytes] of Object.entries(files)) {
        const taken = await store.takeFile(draft, path, chunk(bytes))
        if (!taken.ok) throw new Error(sentenceOf(taken.error))
      }
      return draft
    },
    async taskEnd(taskId) {
      const stop = new AbortController()
      const told = notes.subscribe(stop.signal)
      try {
        for (let next = told.next(); ; next = told.next()) {
          const task = await library.tasks.find(workspace.row, brand<TaskId>(taskId))
          if (task?.status === 'completed' || task?.status === 'failed') return task
          await next
        }
      } finally {
        stop.abort()
      }
    },
    cancel: (taskId) => runner.cancel(taskId),
    async stop() {
      await runner.stop()
      await runtime.close()
      library.close()
    },
  }
}

async function* chunk(bytes: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
}
