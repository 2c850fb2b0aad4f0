import { type RunLengths, runLengthArea, runLengthsFromText } from '#common/geometry/rle'
import type { PromptedMask } from '#common/inference/prediction'
import type { OperationName, OutputOf } from '#core/inference/operations'
import type { InstalledModel, ModelCall, ModelRuntime, ModelShelf } from '#core/inference/ports'
import type {
  PromptableSegmenter,
  SegmentAnswer,
  SegmentCandidate,
  SegmentImage,
  SegmentPrompt,
} from '#core/predictions/ports'
import { ringsOf } from './masks/rings.ts'
import { runLengthsIou } from './masks/runs.ts'

export interface SegmenterOptions {
  readonly runtime: ModelRuntime
  readonly shelf: ModelShelf
  /** Serves as long as no Segment Anything model is installed, and where the installed one does not run. */
  readonly classic: PromptableSegmenter
  warn(message: string): void
}

const EXTENTS = ['whole', 'part', 'smaller'] as const
/** How alike two masks may be before only the better one is offered. */
const SAME = 0.93

/**
 * Smart select by the first Segment Anything model of the library, or by the classic engine. Which one is decided anew for every call,
 * so that a model serves as soon as it is installed; `name` is that of the engine that served, or would have served, last.
 */
export function chooseSegmenter({ runtime, shelf, classic, warn }: SegmenterOptions): PromptableSegmenter {
  let current: InstalledModel | undefined
  // Those that do not run, so that not every click waits for them; one that is installed anew is tried again.
  const broken = new Set<string>()
  void findModel()

  async function findModel(): Promise<InstalledModel | undefined> {
    const known = current && (await shelf.find(current.manifest.id))
    current = known && isUsable(known) ? known : (await shelf.list()).find(isUsable)
    return current
  }

  function isUsable(model: InstalledModel): boolean {
    return model.manifest.family === 'sam' && !broken.has(installationOf(model))
  }

  /** What the model answers; undefined when there is none that runs. */
  async function ask<Name extends OperationName>(call: Omit<ModelCall<Name>, 'model'>, signal: AbortSignal) {
    const model = await untilAborted(findModel(), signal)
    if (model === undefined) return undefined
    const answer = await untilAborted(runtime.run({ ...call, model }, signal), signal)
    if (answer.ok) return answer.value.output
    warn(`Smart select goes on without the model ${model.manifest.id}: ${answer.error.message}`)
    if (answer.error.code === 'model-broken') broken.add(installationOf(model))
    current = undefined
    return undefined
  }

  return {
    get name() {
      return current?.manifest.name ?? classic.name
    },
    async prepare(image, signal) {
      const prepared = await ask({ operation: 'prepare-picture', input: named(image) }, signal)
      if (prepared === undefined) await classic.prepare(image, signal)
    },
    async segment(image, prompt, signal) {
      const found = await ask({ operation: 'segment', input: wishFor(image, prompt) }, signal)
      return found === undefined ? classic.segment(image, prompt, signal) : answerIn(found)
    },
    close: () => classic.close(),
  }
}

function installationOf({ manifest }: InstalledModel): string {
  return `${manifest.id} ${manifest.addedAt}`
}

/** The same picture has the same name in every call: it is embedded once. */
function named({ hash, path }: SegmentImage) {
  return { imageId: hash, picture: { kind: 'file' as const, path } }
}

function wishFor(image: SegmentImage, { points, box }: SegmentPrompt) {
  const prompts = [{ points, ...(box && { box }) }]
  // A person may have gone on from another guess than the best one, whose logits would be kept.
  const logits = { saveLogits: false, loadLogits: false }
  return { ...named(image), prompts, ...logits, format: 'rle' as const, allCandidates: true }
}

function answerIn({ masks, size }: OutputOf<'segment'>): SegmentAnswer {
  const guesses = distinct((masks[0] ?? []).flatMap(guessIn)).slice(0, EXTENTS.length)
  const bySize = guesses.toSorted((one, other) => runLengthArea(other.counts) - runLengthArea(one.counts))
  const candidates = guesses.flatMap((guess): SegmentCandidate[] => {
    const rings = ringsOf(guess.counts, size)
    const extent = EXTENTS[bySize.indexOf(guess)] ?? 'smaller'
    return rings.length === 0 ? [] : [{ extent, rings, score: guess.score }]
  })
  return candidates.length === 0 ? { kind: 'nothing-found' } : { kind: 'found', candidates }
}

interface Guess {
  readonly counts: RunLengths
  readonly score: number
}

function guessIn({ mask, confidence }: PromptedMask): Guess[] {
  const counts = mask.format === 'rle' ? runLengthsFromText(mask.counts) : undefined
  // A network may promise more than 1, or less than 0.
  return counts?.ok ? [{ counts: counts.value, score: Math.max(0, Math.min(1, confidence)) }] : []
}

/** Of masks that are alike the first. */
function distinct(guesses: readonly Guess[]): readonly Guess[] {
  const kept: Guess[] = []
  for (const guess of guesses) {
    if (kept.every(({ counts }) => runLengthsIou(counts, guess.counts) < SAME)) kept.push(guess)
  }
  return kept
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
