import type { Answered, Finding, HeldImage, Question } from '#common/contract/models/playground'
import { type Refusal, refuse } from '#common/errors'
import { actOf } from '#common/inference/acts'
import { cosineSimilarity } from '#common/inference/similarity'
import { ok, type Result } from '#common/result'
import { probeRefusal } from '../../dataset/images/rules.ts'
import type { Random } from '../../ports.ts'
import type { ChosenModel } from '../inference/choice.ts'
import type { ImageSource, InputOf, OperationName, OutputOf } from '../inference/operations.ts'
import type { Answer } from '../inference/ports.ts'
import type { InferenceService } from '../inference/service.ts'
import { toConcepts, toMasks, toObjects, toText } from './findings.ts'
import { conceptInput, groundInput, predictInput, segmentInput } from './inputs.ts'
import type { LooseImage, LooseImageReader } from './ports.ts'
import { heldShelf } from './shelf.ts'

export type PlaygroundService = ReturnType<typeof playgroundService>

interface Dependencies {
  readonly inference: Pick<InferenceService, 'choose' | 'run'>
  readonly loose: LooseImageReader
  readonly random: Pick<Random, 'hex'>
}

/** Most bytes of an image that is tried. */
export const MAX_TRIAL_BYTES = 64 * 1024 * 1024
const MOST_HELD_BYTES = 256 * 1024 * 1024
const MOST_IMAGES = 16
const MOST_MAPS = 64

interface Held extends LooseImage {
  readonly bytes: Uint8Array
}

type Asked<Act extends Question['act']> = Extract<Question, { readonly act: Act }>

/** Tries models on images. Nothing is stored: images that were sent and maps that were answered stay in memory for a while. */
export function playgroundService({ inference, loose, random }: Dependencies) {
  const freshKey = () => random.hex(16)
  const images = heldShelf<Held>({ most: MOST_IMAGES, mostBytes: MOST_HELD_BYTES, freshKey })
  const maps = heldShelf<Uint8Array>({ most: MOST_MAPS, mostBytes: MOST_HELD_BYTES / 4, freshKey })

  async function take(bytes: Uint8Array): Promise<Result<HeldImage, Refusal>> {
    const read = await loose.read(bytes)
    if (!read.ok) return probeRefusal(read.error)
    const { width, height, screen } = read.value
    return ok({ key: images.keep({ ...read.value, bytes }, bytes.byteLength + screen.byteLength), width, height })
  }

  function held(key: string): Result<ImageSource, Refusal> {
    const found = images.find(key)
    if (found) return ok({ kind: 'encoded', bytes: found.bytes })
    return refuse('trial-image-gone')
  }

  /** `image` is where the image of the question lies. */
  async function ask(question: Question, image: ImageSource, signal?: AbortSignal): Promise<Result<Answered, Refusal>> {
    const chosen = await inference.choose({ kind: 'named', id: question.model })
    if (!chosen.ok) return chosen
    const { manifest } = chosen.value.model
    if (actOf(manifest) !== question.act) {
      return refuse('model-answers-other-questions', { model: manifest.name, task: manifest.task })
    }
    return answerOf({ chosen: chosen.value, image, signal }, question)
  }

  async function answerOf(asking: Asking, question: Question): Promise<Result<Answered, Refusal>> {
    switch (question.act) {
      case 'predict':
        return predict(asking, question)
      case 'ground':
        return find(asking, {
          operation: 'ground',
          input: groundInput(asking.image, question),
          toFinding: ([found]) => found && toObjects(found),
        })
      case 'read-text':
        return find(asking, {
          operation: 'read-text',
          input: { images: [asking.image] },
          toFinding: ([read]) => read && toText(read),
        })
      case 'segment': {
        const input = segmentInput(asking.image, question)
        return find(asking, { operation: 'segment', input, toFinding: toMasks })
      }
      case 'concept': {
        const input = conceptInput(asking.image, question)
        const toFinding = (found: OutputOf<'segment-concepts'>) => toConcepts(found, question.words)
        return find(asking, { operation: 'segment-concepts', input, toFinding })
      }
      case 'compare':
        return compare(asking, question)
    }
  }

  async function find<Name extends OperationName>(
    asking: Asking,
    { operation, input, toFinding }: Search<Name>,
  ): Promise<Result<Answered, Refusal>> {
    const answer = await run(asking, operation, input)
    return answer.ok ? told(answer.value, toFinding) : answer
  }

  async function predict(asking: Asking, question: Asked<'predict'>): Promise<Result<Answered, Refusal>> {
    const answer = await run(asking, 'predict', predictInput(asking.image, question))
    if (!answer.ok) return answer
    return told(answer.value, ([{ prediction } = {}]): Finding | undefined => {
      switch (prediction?.kind) {
        case undefined:
          return undefined
        case 'objects':
          return toObjects(prediction)
        case 'class':
        case 'classes':
          return { kind: 'classes', scores: prediction.scores.toSorted((a, b) => b.confidence - a.confidence) }
        case 'semantic': {
          const { classes, classNames, present } = prediction
          const url = `/playground/maps/${maps.keep(classes, classes.byteLength)}`
          return { kind: 'map', url, classNames, present }
        }
      }
    })
  }

  async function compare(asking: Asking, { words }: Asked<'compare'>): Promise<Result<Answered, Refusal>> {
    const seen = await run(asking, 'embed-images', { images: [asking.image] })
    if (!seen.ok) return seen
    const read = await run(asking, 'embed-texts', { texts: words })
    if (!read.ok) return read
    const [image = []] = seen.value.output
    const scores = words.map((text, place) => ({
      words: text,
      similarity: cosineSimilarity(image, read.value.output[place] ?? []),
    }))
    const both = {
      output: scores,
      seconds: seen.value.seconds + read.value.seconds,
      stages: { image: seen.value.seconds, words: read.value.seconds },
    }
    const { coldSeconds } = seen.value
    return told({ ...both, ...(coldSeconds !== undefined && { coldSeconds }) }, (output) => ({
      kind: 'likeness',
      scores: output.toSorted((a, b) => b.similarity - a.similarity),
    }))
  }

  function run<Name extends OperationName>(
    { chosen, signal }: Asking,
    operation: Name,
    input: InputOf<Name>,
  ): Promise<Result<Answer<OutputOf<Name>>, Refusal>> {
    return inference.run({ chosen, operation, input }, signal)
  }

  return { take, held, screenOf: (key: string) => images.find(key)?.screen, map: maps.find, ask }
}

interface Asking {
  readonly chosen: ChosenModel
  readonly image: ImageSource
  readonly signal: AbortSignal | undefined
}

interface Search<Name extends OperationName> {
  readonly operation: Name
  readonly input: InputOf<Name>
  readonly toFinding: (output: OutputOf<Name>) => Finding | undefined
}

/** Throws when a model gave fewer answers than there were images: a bug of its family. */
function told<Output>(
  { output, seconds, coldSeconds, stages }: Answer<Output>,
  toFinding: (output: Output) => Finding | undefined,
): Result<Answered, Refusal> {
  const finding = toFinding(output)
  if (finding === undefined) throw new Error('The model gave no answer for the image')
  return ok({ finding, seconds, coldSeconds: coldSeconds ?? null, stages: { ...stages } })
}
