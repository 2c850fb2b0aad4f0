import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { CatalogueEntry } from '#common/inference/catalogue'
import type { DraftKey } from '#common/inference/recognition'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Ages, Clock, Notes, Random } from '../../ports.ts'
import type { TaskRepository } from '../../tasks/ports.ts'
import { cleanupAt, DAY_MS } from '../../trash/rules.ts'
import type { ModelRuntime } from '../inference/ports.ts'
import { FetchInput } from './fetch.ts'
import { InstallInput } from './install.ts'
import type { ModelDrafts, ModelFolder } from './ports.ts'
import { downloadKey, isDownload, PATIENCE_MS } from './rules.ts'

interface UpkeepSources {
  readonly drafts: ModelDrafts
  readonly folder: ModelFolder
  readonly runtime: Pick<ModelRuntime, 'unload'>
  readonly tasks: Pick<TaskRepository, 'unfinished'>
  readonly clock: Clock
  readonly ages: Ages
  readonly random: Pick<Random, 'id'>
  readonly notes: Notes
  /** How long removed models stay in the trash. */
  readonly trashDays: number
}

/** Partial downloads that nobody goes on with are let go after this time. */
const FORGOTTEN_MS = 14 * 24 * 3600 * 1000

/** How models go, and what is cleared away behind them. */
export function modelUpkeep(sources: UpkeepSources, entryOf: (id: string) => CatalogueEntry | undefined) {
  const { drafts, folder, runtime, tasks, clock, ages, random, notes, trashDays } = sources

  async function remove(id: string): Promise<Result<DraftKey, Refusal>> {
    const key = brand<DraftKey>(random.id())
    await runtime.unload(id, PATIENCE_MS)
    if (!(await folder.trash(key, id, clock.now()))) return refuse('model-unknown', { model: shorten(id) })
    notes.publish({ kind: 'models' })
    return ok(key)
  }

  async function restore(key: DraftKey): Promise<Result<undefined, Refusal>> {
    const outcome = await folder.restore(key)
    if (outcome === 'not-there') return refuse('model-gone-from-trash')
    if (outcome === 'taken') {
      return refuse('model-id-reused')
    }
    notes.publish({ kind: 'models' })
    return ok(undefined)
  }

  async function isFetching({ id }: CatalogueEntry): Promise<boolean> {
    const open = await tasks.unfinished()
    return open.some(({ kind, input }) => kind === 'model-fetch' && isAbout(input, id))
  }

  /** Lets go what an unfinished download of an entry left. */
  async function forgetDownload(id: string): Promise<Result<undefined, Refusal>> {
    const entry = entryOf(id)
    if (entry === undefined) return refuse('model-not-in-catalogue', { model: shorten(id) })
    if (await isFetching(entry)) return refuse('model-fetch-running', { model: entry.name })
    await drafts.discard(downloadKey(entry))
    return ok(undefined)
  }

  /** Takes away what no unfinished task needs; downloads that broke off wait for two weeks. Call before tasks are taken up again. */
  async function tidy(): Promise<void> {
    const open = (await tasks.unfinished()).filter(({ kind }) => kind === 'model-install' || kind === 'model-fetch')
    const needed = new Set(open.flatMap(({ input }) => keysIn(input, entryOf)))
    const forgotten = ages.before(FORGOTTEN_MS).getTime()
    for (const { key, changedAt } of await drafts.all()) {
      if (needed.has(key) || (isDownload(key) && changedAt.getTime() > forgotten)) continue
      await drafts.discard(key)
      await folder.unstage(key)
    }
  }

  /** Deletes for good what has lain in the trash for long enough. */
  async function cleanUp(): Promise<void> {
    await emptyTrash(ages.before(trashDays * DAY_MS))
  }

  async function emptyTrash(until = clock.now()): Promise<void> {
    const due = (await folder.trashed()).filter(({ trashedAt }) => trashedAt <= until)
    for (const { key } of due) await folder.deleteTrashed(key)
    if (due.length > 0) notes.publish({ kind: 'models' })
  }

  /** The models in the trash, each with the moment from which on it is permanently deleted. */
  async function trashed() {
    const found = await folder.trashed()
    return found.map((model) => ({ ...model, cleanupAt: cleanupAt(model.trashedAt, trashDays) }))
  }

  return { remove, restore, emptyTrash, cleanUp, tidy, forgetDownload, isFetching, trashed }
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
