import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Refusal } from '#common/errors'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import type { PromptableSegmenter, SegmentFault, SegmentImage, SegmentPrompt } from '#core/annotation/predictions/ports'
import type { EmbeddingPlace, OperationName, OutputOf } from '#core/models/inference/operations'
import type { InstalledModel, ModelCall, ModelRuntime, ModelShelf } from '#core/models/inference/ports'
import { embeddingName } from './embeddings/stored.ts'
import { answerIn, intoCrop } from './segmenter-answers.ts'

export interface SegmenterOptions {
  readonly runtime: ModelRuntime
  readonly shelf: ModelShelf
  /** Serves as long as no Segment Anything model is installed, and where the installed one does not run. */
  readonly classic: PromptableSegmenter
  /** Folder in which embeddings survive restarts. */
  readonly embeddings?: Pick<EmbeddingPlace, 'folder' | 'mostBytes'>
  warn(message: string): void
}

/** A model's answer, or why it gave none; neither where there is no model. */
interface Asked<Output> {
  readonly model?: InstalledModel
  readonly output?: Output
  readonly fault?: SegmentFault
}

/**
 * Smart select by the first Segment Anything model of the library, or by the classic engine. Which one is decided anew for every call,
 * so that a model serves as soon as it is installed; `name` is that of the engine that served, or would have served, last.
 */
export function chooseSegmenter({ runtime, shelf, classic, embeddings, warn }: SegmenterOptions): PromptableSegmenter {
  let current: InstalledModel | undefined
  // Models that do not run, so that not every click waits for them; one that is installed again is tried again.
  const broken = new Map<string, SegmentFault>()
  // A call that needs the model tells why it cannot be found.
  findModel().catch(() => undefined)

  async function findModel(): Promise<InstalledModel | undefined> {
    const known = current && (await shelf.find(current.manifest.id))
    current = known && isUsable(known) ? known : (await shelf.list()).find(isUsable)
    return current
  }

  function isUsable(model: InstalledModel): boolean {
    return model.manifest.family === 'sam' && !broken.has(installationOf(model))
  }

  async function ask<Name extends OperationName>(
    callOf: (model: InstalledModel) => Omit<ModelCall<Name>, 'model'>,
    signal: AbortSignal,
  ): Promise<Asked<OutputOf<Name>>> {
    const model = await untilAborted(findModel(), signal)
    if (model === undefined) return faultIn(await shelf.list())
    const answer = await untilAborted(runtime.run({ ...callOf(model), model }, signal), signal)
    if (answer.ok) return { model, output: answer.value.output }
    warn(`Smart select goes on without the model ${model.manifest.id}: ${sentenceOf(answer.error)}`)
    const fault = faultOf(model, answer.error)
    if (reasonOf(answer.error) === 'model-broken') broken.set(installationOf(model), fault)
    current = undefined
    return { fault }
  }

  /** Why no installed model answers. */
  function faultIn(installed: readonly InstalledModel[]): { readonly fault?: SegmentFault } {
    const [fault] = installed.flatMap((each) => broken.get(installationOf(each)) ?? [])
    return fault ? { fault } : {}
  }

  /** The image by a name that stands for its pixels and the part of them: each is embedded once. */
  function named({ hash, path, crop }: SegmentImage, model: InstalledModel) {
    const imageId = crop ? `${hash} ${crop.x0} ${crop.y0} ${crop.x1} ${crop.y1}` : hash
    const keptIn = embeddings && { ...embeddings, name: embeddingName(installationOf(model), imageId) }
    return { imageId, image: { kind: 'file' as const, path, ...(crop && { crop }) }, ...(keptIn && { keptIn }) }
  }

  function wishFor(image: SegmentImage, prompt: SegmentPrompt, model: InstalledModel) {
    // A person may have gone on from another guess than the best one, whose logits are kept.
    const logits = { saveLogits: !prompt.isPreview, loadLogits: prompt.goesOn === true }
    const wish = { ...named(image, model), prompts: [intoCrop(prompt, image)], ...logits }
    return { ...wish, format: 'rle' as const, allCandidates: !prompt.isPreview }
  }

  async function isKept(image: SegmentImage, model: InstalledModel): Promise<boolean> {
    const { keptIn } = named(image, model)
    if (!keptIn) return false
    return access(join(keptIn.folder, keptIn.name)).then(
      () => true,
      () => false,
    )
  }

  return {
    get name() {
      return current?.manifest.name ?? classic.name
    },
    async prepare(image, signal) {
      const call = (model: InstalledModel) => ({ operation: 'prepare-image' as const, input: named(image, model) })
      const { model, output, fault } = await ask(call, signal)
      if (model && output) return { engine: model.manifest.name, hasEmbeddings: true }
      return { ...(await classic.prepare(image, signal)), ...(fault && { fault }) }
    },
    async prepared(images) {
      const model = await findModel()
      if (model === undefined) return classic.prepared(images)
      const kept = await Promise.all(images.map((image) => isKept(image, model)))
      return images.filter((_, place) => kept[place])
    },
    async segment(image, prompt, signal) {
      const call = (model: InstalledModel) => ({ operation: 'segment' as const, input: wishFor(image, prompt, model) })
      const { output, fault } = await ask(call, signal)
      if (output) return answerIn(output, image)
      return { ...(await classic.segment(image, prompt, signal)), ...(fault && { fault }) }
    },
    close: () => classic.close(),
  }
}

function installationOf({ manifest }: InstalledModel): string {
  return `${manifest.id} ${manifest.addedAt}`
}

/** Runtimes say it in words of their own. */
const OUT_OF_MEMORY = /out of memory|failed to allocate|bad_alloc|bad alloc|not enough memory/i

function faultOf({ manifest }: InstalledModel, refusal: Refusal): SegmentFault {
  const isFull = OUT_OF_MEMORY.test(sentenceOf(refusal))
  return {
    model: manifest.name,
    reason: isFull ? 'out-of-memory' : reasonOf(refusal) === 'model-cannot' ? 'cannot' : 'broken',
  }
}

/** Rejects with the signal's reason as soon as it is aborted, whatever becomes of the work. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  work.then(resolve, reject)
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}
