import { isDeepStrictEqual } from 'node:util'
import { message } from '#common/messages/message'
import type { InstalledModel, LoadedModel } from '#core/models/inference/ports'
import { ModelRunError } from './errors.ts'
import { type HostedModel, openModel } from './loaded-model.ts'
import type { HostSettings } from './settings.ts'

export interface CacheOptions {
  readonly settings: HostSettings
  readonly workerUrl: URL
  /** Called whenever another model is loaded or unloaded. */
  changed(): void
  /** Called when what a model computes cannot be waited for any more: it goes on until the process ends. */
  overran(): void
}

interface Entry {
  readonly model: InstalledModel
  readonly opening: Promise<HostedModel>
  hosted: HostedModel | undefined
  /** Calls that use it or wait for it. */
  calls: number
  lastUse: number
  /** Set once it is to go; resolved when nobody uses it any more. */
  drained: PromiseWithResolvers<void> | undefined
}

/**
 * The models that are loaded. They are loaded when they are first used, shared by all calls, and leave when others need their room; one
 * that is in use leaves when its last call has ended.
 */
export function modelCache({ settings, workerUrl, changed, overran }: CacheOptions) {
  const entries = new Map<string, Entry>()
  const leaving = new Map<string, Promise<void>>()
  let loads = 0
  let uses = 0

  function enter(model: InstalledModel): Entry {
    const entry: Entry = {
      model,
      calls: 0,
      lastUse: 0,
      hosted: undefined,
      drained: undefined,
      opening: makeRoom().then(() => openModel(model, { settings, workerUrl, overran, calls: () => entry.calls })),
    }
    entries.set(model.manifest.id, entry)
    entry.opening.then((hosted) => settle(entry, hosted)).catch(() => drop(entry))
    return entry
  }

  function settle(entry: Entry, hosted: HostedModel): void {
    entry.hosted = hosted
    loads += 1
    changed()
    void hosted.ended.then(() => drop(entry))
  }

  /** Forgets a model that could not be opened or whose thread has ended. */
  function drop(entry: Entry): void {
    const { id } = entry.model.manifest
    if (entries.get(id) === entry) entries.delete(id)
    changed()
  }

  /** Waits for its calls; after `patienceMs` those that still run are given up. */
  async function unload(id: string, patienceMs?: number): Promise<void> {
    const entry = entries.get(id)
    if (entry === undefined) return leaving.get(id)
    entries.delete(id)
    entry.drained = Promise.withResolvers()
    if (entry.calls === 0) entry.drained.resolve()
    const gone = leave(entry, patienceMs).finally(() => leaving.delete(id))
    leaving.set(id, gone)
    return gone
  }

  async function leave({ opening, drained }: Entry, patienceMs: number | undefined): Promise<void> {
    const hosted = await opening.catch(() => undefined)
    const giveUp = () => {
      hosted?.abandon(new ModelRunError(message('model-removed-while-running')))
      overran()
    }
    const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
    await drained?.promise
    clearTimeout(timer)
    await hosted?.close()
    changed()
  }

  /** Unloads what was not used for the longest time until one more fits. */
  async function makeRoom(): Promise<void> {
    while (isFull()) {
      const idle = [...entries.values()].filter(({ calls, hosted }) => calls === 0 && hosted !== undefined)
      const [oldest] = idle.toSorted((one, other) => one.lastUse - other.lastUse)
      if (oldest === undefined) return
      await unload(oldest.model.manifest.id)
    }
  }

  function isFull(): boolean {
    const hosted = opened()
    const bytes = hosted.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
    return hosted.length >= settings.mostModels || bytes > settings.memoryBudgetBytes
  }

  function opened(): LoadedModel[] {
    return [...entries.values()].flatMap(({ hosted }) => (hosted ? [hosted.facts] : []))
  }

  /** The entry of a model as it is installed now, counted as used until `leaveCall`. */
  async function take(model: InstalledModel): Promise<Entry> {
    const { id } = model.manifest
    const known = entries.get(id)
    // One that was installed again under the same name, or is used in another way, replaces the one that is loaded.
    if (known !== undefined && !isDeepStrictEqual(known.model.manifest, model.manifest)) await unload(id)
    // Only what has to be waited for is: a request to unload that comes next must find this call counted.
    if (leaving.has(id)) await leaving.get(id)
    const entry = entries.get(id) ?? enter(model)
    uses += 1
    entry.lastUse = uses
    entry.calls += 1
    return entry
  }

  return {
    /** Works with a loaded model; loads it before where that has to be. Rejects with a `ModelRunError` when it cannot be loaded. */
    async use<Value>(model: InstalledModel, work: (hosted: HostedModel) => Promise<Value>): Promise<Value> {
      const entry = await take(model)
      try {
        return await work(await entry.opening)
      } finally {
        entry.calls -= 1
        if (entry.calls === 0) entry.drained?.resolve()
      }
    },
    isLoaded: ({ manifest }: InstalledModel) => entries.get(manifest.id)?.hosted !== undefined,
    /** Resolves when it is gone; at once when it was not there. */
    unload,
    state: () => ({ loaded: opened(), loads }),
  }
}
