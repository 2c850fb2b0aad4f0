import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import { type Choosing, type ChosenModel, chooseModel, type ModelWish } from './choice.ts'
import { type FiguresKeeper, keepFigures, type ModelFigures } from './figures.ts'
import type { InputOf, OperationName, OutputOf } from './operations.ts'
import type { Answer, InstalledModel, LoadedModel, ModelRuntime } from './ports.ts'

interface Dependencies extends Choosing {
  readonly runtime: ModelRuntime
  /** Milliseconds since some moment. */
  now(): number
}

/** A request to a model that was chosen. */
export interface ModelAsked<Name extends OperationName> {
  readonly chosen: ChosenModel
  readonly operation: Name
  readonly input: InputOf<Name>
  /** Path of the request that asks. */
  readonly path?: string
}

/** A loaded model, and who asked for it. */
export interface RegisteredModel {
  readonly model: InstalledModel
  readonly loaded: LoadedModel
  /** Other names that it was asked for by. */
  readonly aliases: readonly string[]
  /** Paths of the requests that it served. */
  readonly paths: readonly string[]
}

export interface LoadedNow {
  readonly loaded: LoadedModel
  /** It was not loaded before. */
  readonly isCold: boolean
}

/** The models that are asked for through the inference server, and what they did. */
export interface InferenceService {
  choose(wish: ModelWish): Promise<Result<ChosenModel, Refusal>>
  /** Loads the model when it is not, and runs it. `seconds` of the answer is what the caller waited. */
  run<Name extends OperationName>(
    asked: ModelAsked<Name>,
    signal?: AbortSignal,
  ): Promise<Result<Answer<OutputOf<Name>>, Refusal>>
  load(chosen: ChosenModel): Promise<Result<LoadedNow, Refusal>>
  /** Unloads it; it stays installed. Nothing happens to one that is not loaded. */
  unload(id: string): Promise<void>
  unloadAll(): Promise<void>
  /** The loaded models. */
  registry(): Promise<readonly RegisteredModel[]>
  /** Of every model that was ever asked for since the start, in the order of the first request. */
  figures(): readonly ModelFigures[]
  loaded(): readonly LoadedModel[]
  /** Resident memory of the process of the models. */
  memoryBytes(): number
}

/** Records kept of a model that was asked for. */
interface Known {
  readonly model: InstalledModel
  readonly figures: FiguresKeeper
  readonly aliases: Set<string>
  readonly paths: Set<string>
}

export function inferenceService({ runtime, now, ...choosing }: Dependencies): InferenceService {
  const known = new Map<string, Known>()

  function know({ model, alias }: Pick<ChosenModel, 'model' | 'alias'>): Known {
    const { id } = model.manifest
    const before = known.get(id)
    const { figures = keepFigures(id, now), aliases = new Set<string>(), paths = new Set<string>() } = before ?? {}
    const kept = { model, figures, aliases, paths }
    known.set(id, kept)
    if (alias !== undefined) aliases.add(alias)
    return kept
  }

  function forget(id: string): void {
    const kept = known.get(id)
    kept?.aliases.clear()
    kept?.paths.clear()
  }

  /** The entry of a loaded model; undefined where its folder was deleted meanwhile: it is nobody's any more. */
  async function toEntry(loaded: LoadedModel): Promise<RegisteredModel | undefined> {
    const kept = known.get(loaded.id)
    if (kept !== undefined) return { model: kept.model, loaded, aliases: [...kept.aliases], paths: [...kept.paths] }
    const found = await chooseModel(choosing, { kind: 'named', id: loaded.id })
    return found.ok ? { model: found.value.model, loaded, aliases: [], paths: [] } : undefined
  }

  async function run<Name extends OperationName>(
    { chosen, operation, input, path }: ModelAsked<Name>,
    signal?: AbortSignal,
  ) {
    const { figures, paths } = know(chosen)
    if (path !== undefined) paths.add(path)
    const began = now()
    const waited = () => (now() - began) / 1000
    const answer = await runtime.run({ model: chosen.model, operation, input }, signal).catch((failure: unknown) => {
      figures.failed(waited())
      throw failure
    })
    const seconds = waited()
    if (!answer.ok) {
      figures.failed(seconds)
      return answer
    }
    figures.ran({ seconds, stages: answer.value.stages })
    if (answer.value.coldSeconds !== undefined) figures.loaded(answer.value.coldSeconds)
    return ok({ ...answer.value, seconds })
  }

  return {
    choose: (wish) => chooseModel(choosing, wish),
    run,
    async load(chosen) {
      const { id } = chosen.model.manifest
      const { figures } = know(chosen)
      const isCold = runtime.loaded().every((loaded) => loaded.id !== id)
      const loaded = await runtime.load(chosen.model)
      if (!loaded.ok) return loaded
      if (isCold) figures.loaded(loaded.value.loadSeconds)
      return ok({ loaded: loaded.value, isCold })
    },
    async unload(id) {
      forget(id)
      await runtime.unload(id)
    },
    async unloadAll() {
      for (const id of known.keys()) forget(id)
      await runtime.unloadAll()
    },
    async registry() {
      const entries = await Promise.all(runtime.loaded().map(toEntry))
      return entries.filter((entry) => entry !== undefined)
    },
    figures: () => [...known.values()].map(({ figures }) => figures.figures()),
    loaded: runtime.loaded,
    memoryBytes: runtime.memoryBytes,
  }
}
