import { type Refusal, refuse } from '#common/errors'
import { shorten } from '#common/text'
import type { OperationName, OutputOf } from '#core/inference/operations'
import type { Answer, InstalledModel, LoadedModel } from '#core/inference/ports'
import { handlerOf } from '../border.ts'
import { PictureError } from '../pictures/picture-error.ts'
import { ModelRunError } from './errors.ts'
import { type CallContext, type ModelInstance, type Stage, UnservedInputError } from './family.ts'
import { type HostedModel, openModel } from './loaded-model.ts'
import type { RunWish } from './messages.ts'
import type { HostSettings } from './settings.ts'

interface HostOptions {
  readonly settings: HostSettings
  readonly workerUrl: URL
  /** Called whenever another model is loaded or unloaded. */
  changed(): void
}

/** The loaded models of this process. They are loaded when they are first used, and leave when others need their room. */
export function modelHost({ settings, workerUrl, changed }: HostOptions) {
  const models = new Map<string, Promise<HostedModel>>()
  const loaded = new Map<string, HostedModel>()
  let loads = 0
  let uses = 0

  async function open(model: InstalledModel): Promise<HostedModel> {
    const { id, addedAt } = model.manifest
    const known = models.get(id)
    if (known !== undefined) {
      const hosted = await known
      if (hosted.model.manifest.addedAt === addedAt) return hosted
      // The model was installed anew under the same name.
      await unload(id)
    }
    await makeRoom()
    const opening = openModel(model, { settings, workerUrl })
    models.set(id, opening)
    try {
      const hosted = await opening
      loads += 1
      loaded.set(id, hosted)
      changed()
      return hosted
    } catch (failure) {
      models.delete(id)
      throw failure
    }
  }

  /** Unloads what was not used for the longest time until one more fits; what is in use stays. */
  async function makeRoom(): Promise<void> {
    const isFull = () => {
      const bytes = [...loaded.values()].reduce((sum, { facts }) => sum + facts.memoryBytes, 0)
      return loaded.size >= settings.mostModels || bytes > settings.memoryBudgetBytes
    }
    while (isFull()) {
      const idle = [...loaded.values()].filter(({ calls }) => calls === 0)
      const [oldest] = idle.toSorted((one, other) => one.lastUse - other.lastUse)
      if (oldest === undefined) return
      await unload(oldest.facts.id)
    }
  }

  async function unload(id: string): Promise<void> {
    const opening = models.get(id)
    models.delete(id)
    const hosted = await opening?.catch(() => undefined)
    loaded.delete(id)
    await hosted?.close()
    changed()
  }

  async function run(wish: RunWish, signal: AbortSignal): Promise<Answer<OutputOf<OperationName>>> {
    const began = performance.now()
    const wasLoaded = loaded.has(wish.model.manifest.id)
    const hosted = await open(wish.model)
    const coldSeconds = wasLoaded ? undefined : secondsSince(began)
    uses += 1
    hosted.lastUse = uses
    hosted.calls += 1
    const watch = stopwatch(signal)
    try {
      const output = await perform(hosted.instance, wish, watch.context)
      const timing = { stages: watch.stages(), ...(coldSeconds !== undefined && { coldSeconds }) }
      return { output, seconds: secondsSince(began), ...timing }
    } finally {
      hosted.calls -= 1
    }
  }

  return {
    run,
    unload,
    async load(model: InstalledModel): Promise<LoadedModel> {
      return (await open(model)).facts
    },
    state: () => ({ loaded: [...loaded.values()].map(({ facts }) => facts), loads }),
  }
}

function perform(instance: ModelInstance, { model, operation, input }: RunWish, context: CallContext) {
  const handler = handlerOf(instance, operation)
  if (handler !== undefined) return handler(input, context)
  const { id, task } = model.manifest
  throw new UnservedInputError(`The model "${id}" (${task}) cannot ${ACTS[operation]}`)
}

/** What each operation is, behind "it cannot". */
const ACTS: Readonly<Record<OperationName, string>> = {
  predict: 'say what is on a picture without a prompt',
  'embed-pictures': 'make embeddings of pictures',
  'embed-texts': 'make embeddings of texts',
  ground: 'find objects by the names of their classes',
  'read-text': 'read text',
  'prepare-picture': 'keep embeddings of pictures for prompts',
  segment: 'cut out objects by points and boxes',
  'segment-concepts': 'find objects by a phrase or examples',
}

function stopwatch(signal: AbortSignal) {
  const spent: Partial<Record<Stage, number>> = {}
  const context: CallContext = {
    signal,
    async timed(stage, work) {
      const began = performance.now()
      try {
        return await work()
      } finally {
        spent[stage] = (spent[stage] ?? 0) + secondsSince(began)
      }
    },
  }
  return { context, stages: () => ({ ...spent }) }
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000
}

/** The refusal behind a failure that its asker can act on; undefined for anything else. */
export function refusalOf(failure: unknown, { manifest }: InstalledModel): Refusal | undefined {
  if (failure instanceof PictureError)
    return refuse('picture-unreadable', `Could not load input image. Cause: ${failure.message}`).error
  if (failure instanceof UnservedInputError) return refuse('model-cannot', failure.message).error
  if (!(failure instanceof ModelRunError)) return undefined
  const why = shorten(failure.message, 300)
  return refuse('model-broken', `The model "${manifest.id}" does not run: ${why}. Install it again, or another one`)
    .error
}
