import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { TaskId } from '#common/ids'
import type { CatalogueEntry } from '#common/inference/catalogue'
import type { DraftKey } from '#common/inference/recognition'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Ages, Random } from '../../ports.ts'
import type { TaskRepository, TaskRunner } from '../../tasks/ports.ts'
import type { ModelRuntime, ModelShelf } from '../inference/ports.ts'
import { modelChanges } from './changes.ts'
import { type FetchInput, type FetchSources, fetchWork } from './fetch.ts'
import { modelImports } from './imports.ts'
import { type InstallInput, installWork } from './install.ts'
import type { ModelProviders } from './providers.ts'
import { modelRows } from './rows.ts'
import { answersOf, checkMirror } from './rules.ts'
import { modelUpkeep } from './upkeep.ts'

export type ModelStoreService = ReturnType<typeof modelStoreService>

/** Dependencies of the models of a library. */
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
  readonly ages: Ages
  /** How long removed models stay in the trash. */
  readonly trashDays: number
}

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
  const { drafts, catalogue, settings, providers, runner, random, clock } = dependencies
  const entryOf = (id: string) => catalogue.find((entry) => entry.id === id)
  const works = [installWork(dependencies, entryOf), fetchWork(dependencies, entryOf)]
  const freshKey = () => brand<DraftKey>(random.id())

  const imports = modelImports(dependencies, beginInstall)
  const upkeep = modelUpkeep(dependencies, entryOf)

  async function beginInstall(workspace: Workspace, name: string, input: InstallInput): Promise<TaskId> {
    return begin(workspace, { kind: 'model-install', title: message('title-install-model', { name }), input })
  }

  async function begin(
    workspace: Workspace,
    task: { kind: 'model-install' | 'model-fetch'; title: Message; input: InstallInput | FetchInput },
  ): Promise<TaskId> {
    const taskId = await runner.create({ ...task, workspace: workspace.row, projectId: undefined })
    runner.begin(taskId, task.kind, task.input)
    return taskId
  }

  async function fetch(workspace: Workspace, id: string, acceptsLicence: boolean): Promise<Result<TaskId, Refusal>> {
    const entry = chosenEntry(entryOf(id), { id, acceptsLicence })
    if (!entry.ok) return entry
    if (await upkeep.isFetching(entry.value)) {
      return refuse('model-being-fetched', { model: entry.value.name })
    }
    const input = { entry: id, revision: freshKey(), ...acceptance(entry.value, clock.now()) }
    return ok(
      await begin(workspace, {
        kind: 'model-fetch',
        title: message('title-fetch-model', { name: entry.value.name }),
        input,
      }),
    )
  }

  /** `path` is a folder with the files of the catalogue at their addresses below the base. */
  async function installFromMirror(
    workspace: Workspace,
    { id, path, acceptsLicence }: { id: string; path: string; acceptsLicence: boolean },
  ): Promise<Result<TaskId, Refusal>> {
    const entry = chosenEntry(entryOf(id), { id, acceptsLicence })
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
      ...acceptance(entry.value, clock.now()),
    }
    return ok(await beginInstall(workspace, entry.value.name, input))
  }

  async function setMirror(address: string | null): Promise<Result<undefined, Refusal>> {
    const mirror = address === null ? ok(null) : checkMirror(address)
    if (!mirror.ok) return mirror
    await settings.write({ mirror: mirror.value })
    return ok(undefined)
  }

  return {
    works,
    fetch,
    installFromMirror,
    ...imports,
    ...upkeep,
    ...modelRows(dependencies),
    /** Where models are fetched from instead of their own hosts; null: nowhere else. */
    mirror: async () => (await settings.read()).mirror,
    setMirror,
    change: modelChanges(dependencies),
    providers,
  }
}

function chosenEntry(
  entry: CatalogueEntry | undefined,
  { id, acceptsLicence }: { readonly id: string; readonly acceptsLicence: boolean },
): Result<CatalogueEntry, Refusal> {
  if (entry === undefined) return refuse('model-not-in-catalogue', { model: shorten(id) })
  const { name, licence } = entry
  if (!licence.mustBeAccepted || acceptsLicence) return ok(entry)
  return refuse('model-licence-not-accepted', { name, licence: licence.name, url: licence.url })
}

function acceptance({ licence }: CatalogueEntry, now: Date) {
  return licence.mustBeAccepted ? { acceptedAt: now.toISOString() } : {}
}
