import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { TaskId } from '#common/ids'
import type { CatalogueEntry } from '#common/inference/catalogue'
import type { DraftKey, ModelAnswers, RecognisedModel } from '#common/inference/recognition'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { ModelRuntime, ModelShelf } from '../inference/ports.ts'
import type { Random } from '../ports.ts'
import type { TaskRepository, TaskRunner } from '../tasks/ports.ts'
import { dueUntil } from '../trash/rules.ts'
import type { Workspace } from '../workspaces/ports.ts'
import { FetchInput, type FetchSources, fetchWork } from './fetch.ts'
import { InstallInput, installWork } from './install.ts'
import { ModelTooLargeError, type TrashedModel } from './ports.ts'
import type { ModelProviders } from './providers.ts'
import { modelRows } from './rows.ts'
import {
  answersOf,
  checkMirror,
  checkModelId,
  downloadKey,
  isDownload,
  MAX_MODEL_BYTES,
  modelTooLarge,
  safePath,
  unanswered,
} from './rules.ts'

export type ModelStoreService = ReturnType<typeof modelStoreService>

/** What the models of a library stand on. */
export interface ModelStoreSources extends FetchSources {
  readonly shelf: ModelShelf
  readonly runtime: ModelRuntime
  readonly catalogue: readonly CatalogueEntry[]
  readonly providers: ModelProviders
}

interface Dependencies extends ModelStoreSources {
  readonly tasks: Pick<TaskRepository, 'unfinished'>
  readonly runner: TaskRunner
  readonly random: Pick<Random, 'id'>
  /** How long removed models stay in the trash. */
  readonly trashDays: number
}

/** Partial downloads that nobody goes on with are let go after this time. */
const FORGOTTEN_MS = 14 * 24 * 3600 * 1000

/**
 * The models of the library: how they come in, and how they go.
 *
 * - Import: `openDraft` and `takeFile` for files that arrive one by one, or `linkDraft` for a path of this machine (a file, a folder, a
 *   USB stick). `recognise` says what they are and what it must ask; asked again with answers, it asks less. `install` starts the task
 *   (`model-install`, with bytes as progress and `{ model }` as result) when nothing is left to ask.
 * - Fetch: `fetchable` lists the catalogue, `fetch` starts the task (`model-fetch`), after the licence is accepted where that is asked for.
 *   `installFromMirror` takes an entry from a folder that has the catalogue's layout.
 * - `remove` puts a model into the trash, `restore` brings it back under the key that `remove` answered.
 */
export function modelStoreService(dependencies: Dependencies) {
  const { drafts, folder, runtime, recogniser, catalogue, runner, tasks, random, clock, notes } = dependencies
  const { settings, providers } = dependencies
  const entryOf = (id: string) => catalogue.find((entry) => entry.id === id)
  const works = [installWork(dependencies, entryOf), fetchWork(dependencies, entryOf)]
  const freshKey = () => brand<DraftKey>(random.id())

  async function openDraft(): Promise<DraftKey> {
    const key = freshKey()
    await drafts.open(key)
    return key
  }

  /** Answers the bytes of the file. */
  async function takeFile(
    draft: DraftKey,
    path: string,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Result<number, Refusal>> {
    const safe = safePath(path)
    if (safe === undefined) return refuse('file-name-invalid', `A model cannot hold a file called "${shorten(path)}"`)
    const there = await drafts.files(draft)
    if (!there.ok) return there
    const maxBytes = MAX_MODEL_BYTES - (await drafts.bytes(draft))
    try {
      return ok(await drafts.receive(draft, { path: safe, source, maxBytes }))
    } catch (failure) {
      if (failure instanceof ModelTooLargeError) return modelTooLarge()
      throw failure
    }
  }

  async function linkDraft(path: string): Promise<Result<DraftKey, Refusal>> {
    const key = freshKey()
    const linked = await drafts.link(key, path)
    return linked.ok ? ok(key) : linked
  }

  async function recognise(draft: DraftKey, answers: ModelAnswers): Promise<Result<RecognisedModel, Refusal>> {
    const files = await drafts.files(draft)
    return files.ok ? recogniser.recognise(files.value, answers) : files
  }

  async function install(
    workspace: Workspace,
    draft: DraftKey,
    answers: ModelAnswers,
  ): Promise<Result<TaskId, Refusal>> {
    const recognised = await recognise(draft, answers)
    if (!recognised.ok) return recognised
    const complete = unanswered(recognised.value)
    if (!complete.ok) return complete
    const id = checkModelId(answers.id ?? recognised.value.suggestedId)
    if (!id.ok) return id
    return ok(
      await beginInstall(workspace, recognised.value.name, { key: draft, revision: freshKey(), id: id.value, answers }),
    )
  }

  async function beginInstall(workspace: Workspace, name: string, input: InstallInput): Promise<TaskId> {
    return begin(workspace, { kind: 'model-install', title: `Install ${name}`, input })
  }

  async function begin(
    workspace: Workspace,
    task: { kind: 'model-install' | 'model-fetch'; title: string; input: InstallInput | FetchInput },
  ): Promise<TaskId> {
    const taskId = await runner.create({ ...task, workspace: workspace.row, projectId: undefined })
    runner.begin(taskId, task.kind, task.input)
    return taskId
  }

  function chosenEntry(id: string, acceptsLicence: boolean): Result<CatalogueEntry, Refusal> {
    const entry = entryOf(id)
    if (entry === undefined) return refuse('model-not-found', `The catalogue has no model "${shorten(id)}"`)
    const { name, licence } = entry
    if (!licence.mustBeAccepted || acceptsLicence) return ok(entry)
    const sentence = `${name} comes under the ${licence.name} (${licence.url}). Accept it to go on`
    return refuse('model-licence-unaccepted', sentence)
  }

  function acceptance({ licence }: CatalogueEntry) {
    return licence.mustBeAccepted ? { acceptedAt: clock.now().toISOString() } : {}
  }

  async function fetch(workspace: Workspace, id: string, acceptsLicence: boolean): Promise<Result<TaskId, Refusal>> {
    const entry = chosenEntry(id, acceptsLicence)
    if (!entry.ok) return entry
    if (await isFetching(entry.value)) {
      return refuse('model-taken', `${entry.value.name} is being fetched already`)
    }
    const input = { entry: id, revision: freshKey(), ...acceptance(entry.value) }
    return ok(await begin(workspace, { kind: 'model-fetch', title: `Fetch ${entry.value.name}`, input }))
  }

  async function isFetching({ id }: CatalogueEntry): Promise<boolean> {
    const open = await tasks.unfinished()
    return open.some(({ kind, input }) => kind === 'model-fetch' && isAbout(input, id))
  }

  /** `path` is a folder with the files of the catalogue at their addresses below the base. */
  async function installFromMirror(
    workspace: Workspace,
    { id, path, acceptsLicence }: { id: string; path: string; acceptsLicence: boolean },
  ): Promise<Result<TaskId, Refusal>> {
    const entry = chosenEntry(id, acceptsLicence)
    if (!entry.ok) return entry
    const key = freshKey()
    const names = Object.fromEntries(entry.value.files.map((file) => [file.path, file.url]))
    const linked = await drafts.link(key, path, names)
    if (!linked.ok) return linked
    const input = {
      key,
      revision: freshKey(),
      id,
      entry: id,
      answers: answersOf(entry.value),
      ...acceptance(entry.value),
    }
    return ok(await beginInstall(workspace, entry.value.name, input))
  }

  async function remove(id: string): Promise<Result<DraftKey, Refusal>> {
    const key = freshKey()
    await runtime.unload(id)
    if (!(await folder.trash(key, id, clock.now())))
      return refuse('model-not-found', `There is no model "${shorten(id)}"`)
    notes.publish({ kind: 'models' })
    return ok(key)
  }

  async function restore(key: DraftKey): Promise<Result<undefined, Refusal>> {
    const outcome = await folder.restore(key)
    if (outcome === 'not-there') return refuse('trash-item-not-found', 'This model is not in the trash any more')
    if (outcome === 'taken') {
      return refuse('model-taken', 'Another model has the id of this one now. Remove that first')
    }
    notes.publish({ kind: 'models' })
    return ok(undefined)
  }

  async function setMirror(address: string | null): Promise<Result<undefined, Refusal>> {
    const mirror = address === null ? ok(null) : checkMirror(address)
    if (!mirror.ok) return mirror
    await settings.write({ mirror: mirror.value })
    return ok(undefined)
  }

  /** Lets go what an unfinished download of an entry left. */
  async function forgetDownload(id: string): Promise<Result<undefined, Refusal>> {
    const entry = entryOf(id)
    if (entry === undefined) return refuse('model-not-found', `The catalogue has no model "${shorten(id)}"`)
    if (await isFetching(entry)) return refuse('model-taken', `${entry.name} is being fetched. Cancel that first`)
    await drafts.discard(downloadKey(entry))
    return ok(undefined)
  }

  /** Takes away what no unfinished task needs; downloads that broke off wait for two weeks. Call before tasks are taken up again. */
  async function tidy(): Promise<void> {
    const open = (await tasks.unfinished()).filter(({ kind }) => kind === 'model-install' || kind === 'model-fetch')
    const needed = new Set(open.flatMap(({ input }) => keysIn(input, entryOf)))
    const forgotten = clock.now().getTime() - FORGOTTEN_MS
    for (const { key, changedAt } of await drafts.all()) {
      if (needed.has(key) || (isDownload(key) && changedAt.getTime() > forgotten)) continue
      await drafts.discard(key)
      await folder.unstage(key)
    }
  }

  /** Deletes for good what has lain in the trash for long enough. */
  async function cleanUp(): Promise<void> {
    await emptyTrash(dueUntil(clock.now(), dependencies.trashDays))
  }

  async function emptyTrash(until = clock.now()): Promise<void> {
    for (const { key, trashedAt } of await folder.trashed()) if (trashedAt <= until) await folder.deleteTrashed(key)
    notes.publish({ kind: 'models' })
  }

  return {
    works,
    ...{ openDraft, takeFile, linkDraft, recognise, install, discard: drafts.discard },
    ...modelRows(dependencies),
    ...{ fetch, installFromMirror, forgetDownload },
    ...{ remove, restore, emptyTrash, cleanUp, tidy },
    trashed: (): Promise<readonly TrashedModel[]> => folder.trashed(),
    /** Where models are fetched from instead of their own hosts; null: nowhere else. */
    mirror: async () => (await settings.read()).mirror,
    setMirror,
    providers,
  }
}

function isAbout(input: unknown, entry: string): boolean {
  return FetchInput.safeParse(input).data?.entry === entry
}

function keysIn(input: unknown, entryOf: (id: string) => CatalogueEntry | undefined): DraftKey[] {
  const install = InstallInput.safeParse(input).data
  if (install) return [install.key, install.revision]
  const fetched = FetchInput.safeParse(input).data
  const entry = fetched && entryOf(fetched.entry)
  return fetched && entry ? [downloadKey(entry), fetched.revision] : []
}
