import type { Provider } from '#common/inference/manifest'
import type { ModelRuntime } from '#core/models/inference/ports'

interface ChosenRuntimeOptions {
  /** The providers to run by; asked when the first model is wanted. */
  order(): Promise<readonly Provider[]>
  open(providers: readonly Provider[]): ModelRuntime
}

/** A runtime that can be told that the choice of providers changed. */
export interface ChosenRuntime extends ModelRuntime {
  /** Calls that are under way end as they began; later ones run by the new choice. */
  reopen(): Promise<void>
}

interface Opened {
  readonly runtime: ModelRuntime
  /** Calls that are under way. */
  calls: number
  isRetired: boolean
}

/** Runs models by the providers that are chosen and work, which is found out before the first of them is loaded. */
export function chosenRuntime({ order, open }: ChosenRuntimeOptions): ChosenRuntime {
  let current: Opened | undefined
  let opening: Promise<Opened> | undefined
  let isClosed = false
  const all = new Set<Opened>()

  function opened(): Promise<Opened> {
    opening ??= openNow().finally(() => {
      opening = undefined
    })
    return opening
  }

  async function openNow(): Promise<Opened> {
    const providers = await order()
    if (isClosed) throw new Error('The runtime of the models is closed')
    const fresh = { runtime: open(providers), calls: 0, isRetired: false }
    all.add(fresh)
    current = fresh
    return fresh
  }

  async function during<Value>(act: (runtime: ModelRuntime) => Promise<Value>): Promise<Value> {
    // Counted before anything else can happen, so that nobody ends it in between.
    let used = current ?? (await opened())
    while (used.isRetired) used = current ?? (await opened())
    used.calls += 1
    try {
      return await act(used.runtime)
    } finally {
      used.calls -= 1
      if (used.isRetired && used.calls === 0) await end(used)
    }
  }

  async function end(ended: Opened): Promise<void> {
    all.delete(ended)
    await ended.runtime.close()
  }

  return {
    run: (call, signal) => during((runtime) => runtime.run(call, signal)),
    load: (model) => during((runtime) => runtime.load(model)),
    unload: async (id, patienceMs) => current?.runtime.unload(id, patienceMs),
    unloadAll: async () => current?.runtime.unloadAll(),
    loaded: () => current?.runtime.loaded() ?? [],
    memoryBytes: () => current?.runtime.memoryBytes() ?? 0,
    processId: () => current?.runtime.processId(),
    async reopen() {
      const retired = current
      current = undefined
      if (retired === undefined) return
      retired.isRetired = true
      if (retired.calls === 0) await end(retired)
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map(end))
    },
  }
}
