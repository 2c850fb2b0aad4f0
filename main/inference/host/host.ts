import { type Refusal, refusal } from '#common/errors'
import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { shorten } from '#common/text'
import type { OperationName, OutputOf } from '#core/models/inference/operations'
import type { Answer, InstalledModel, LoadedModel } from '#core/models/inference/ports'
import { handlerOf } from '../border.ts'
import { ImageError } from '../images/image-error.ts'
import { ModelOverranError, ModelRunError } from './errors.ts'
import { type CallContext, type ModelInstance, type Stage, UnservedInputError } from './family.ts'
import type { RunWish } from './messages.ts'
import { type CacheOptions, modelCache } from './model-cache.ts'

/** Runs operations on models that it loads when they are first used. */
export function modelHost(options: CacheOptions) {
  const models = modelCache(options)

  async function run(wish: RunWish, signal: AbortSignal): Promise<Answer<OutputOf<OperationName>>> {
    const began = performance.now()
    const isCold = !models.isLoaded(wish.model)
    return models.use(wish.model, async ({ instance }) => {
      const coldSeconds = isCold ? secondsSince(began) : undefined
      const watch = stopwatch(signal)
      const output = await perform(instance, wish, watch.context)
      const timing = { stages: watch.stages(), ...(coldSeconds !== undefined && { coldSeconds }) }
      return { output, seconds: secondsSince(began), ...timing }
    })
  }

  return {
    run,
    load: (model: InstalledModel): Promise<LoadedModel> => models.use(model, async ({ facts }) => facts),
    unload: models.unload,
    state: models.state,
  }
}

function perform(instance: ModelInstance, { model, operation, input }: RunWish, context: CallContext) {
  const handler = handlerOf(instance, operation)
  if (handler !== undefined) return handler(input, context)
  const { id, task } = model.manifest
  throw new UnservedInputError(
    refusal('model-has-no-operation', { id, task, operation: message(`operation-${operation}`) }),
  )
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
  if (failure instanceof ImageError) return refusal('input-image-unreadable', {}, failure.says)
  if (failure instanceof UnservedInputError) return failure.refusal
  if (failure instanceof ModelOverranError) return overran(manifest.name, failure.seconds)
  if (!(failure instanceof ModelRunError)) return undefined
  const { input } = manifest
  if (input && SIZE_MISMATCH.test(failure.message)) return refusedSize(manifest.name, input)
  return refusal('model-does-not-run', { id: manifest.id, why: withoutSources(failure.says) })
}

/** The runtime's complaint when sizes inside a network do not fit each other. */
const SIZE_MISMATCH = /Non-zero status code[\s\S]*(shape|dimension|broadcast|axis)|Got invalid dimensions/i

function refusedSize(name: string, { width, height }: Pick<ModelInput, 'width' | 'height'>): Refusal {
  return refusal('model-input-size-refused', { name, width, height })
}

/** Returns the words of the runtime: paths of the machine that built it tell nobody anything. */
function withoutSources(says: Message): Message {
  const { text } = says.params
  if (says.code !== 'literal' || typeof text !== 'string') return says
  return { ...says, params: { text: shorten(text.replaceAll(/(?:[A-Za-z]:)?[\\/]\S*onnxruntime\S*\s*/g, ''), 300) } }
}

function overran(name: string, seconds: number): Refusal {
  return refusal('model-took-too-long', { name, seconds })
}
