import { mapBox } from '#common/geometry/affine'
import { clipBox } from '#common/geometry/box'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import type { DetectedObject, Prediction } from '#common/inference/prediction'
import type { ImageSource, InputOf } from '#core/models/inference/operations'
import type { CallContext } from '../../host/family.ts'
import type { Session, TensorInfo, TensorShelf, Tensors } from '../../host/session.ts'
import { type Framed, type Image, readImage } from '../../images/image.ts'
import { toTensor } from '../../images/tensor.ts'
import { wholeTensor } from '../../tokenizers/encode.ts'
import { type Candidates, suppress } from '../kit/nms.ts'
import { readFindings } from './findings.ts'
import { croppedSize, inputFor } from './frame.ts'
import type { GroundingOutputs } from './layout.ts'
import type { OneByOne } from './phrase-order.ts'
import type { Prompt } from './prompts.ts'
import { textTensors } from './text-tensors.ts'

export interface GroundingNetwork {
  readonly manifest: ModelManifest
  readonly session: Session
  /** The input that takes images. */
  readonly image: TensorInfo
  readonly outputs: GroundingOutputs
  readonly shelf: TensorShelf
  /** Another name for each image that lies with the network. */
  nameShown(): string
  readonly isOneByOne: OneByOne
}

/** Two ways to ask for the same classes. */
export interface PromptPlans {
  /** As many classes at once as fit. */
  readonly together: readonly [Prompt, ...Prompt[]]
  oneByOne(): readonly Prompt[]
}

interface Wanted {
  readonly source: ImageSource
  readonly asked: InputOf<'ground'>
  readonly prompts: PromptPlans
}

/** Boxes of one class that overlap more are the same object; the value of the public server, whose requests cannot name one. */
const IOU_THRESHOLD = 0.5
/** Boxes that compete, and objects of an image; each prompt finds 900 at most. */
const MOST_CANDIDATES = 3000

type Found = Extract<Prediction, { kind: 'objects' }>

/** The objects of the asked classes on one image, best first, in fractions of its pixels. */
export async function findOn(network: GroundingNetwork, wanted: Wanted, context: CallContext): Promise<Found> {
  const { asked } = wanted
  const { image, framed, input } = await frameFor(network, wanted, context)
  const tensors = await context.timed('prepare', () => imageTensors(network, framed, input))
  const candidates = await runPrompts(network, { ...wanted, tensors }, context)
  return context.timed('finish', () => {
    const kept = suppress(candidates, {
      iouThreshold: IOU_THRESHOLD,
      classAgnostic: asked.classAgnostic,
      mostCandidates: MOST_CANDIDATES,
      most: MOST_CANDIDATES,
    })
    const place = { ...framed, size: image.size, classes: asked.classes, input }
    const objects = kept.flatMap((index) => objectAt(candidates, index, place))
    return { kind: 'objects', size: image.size, objects }
  })
}

function frameFor(network: GroundingNetwork, { source, asked: { skip } }: Wanted, context: CallContext) {
  const preparing = { steps: network.manifest.preprocessing ?? {}, skip }
  return context.timed('decode', async () => {
    const image = await readImage(source, { skip, signal: context.signal })
    const input = inputFor(croppedSize(image.size, preparing), network.image, network.manifest)
    return { image, framed: await image.framed(input, preparing), input }
  })
}

/** The image, and that all of its pixels count, where the network asks. */
function imageTensors({ session, image }: GroundingNetwork, { pixels }: Framed, input: ModelInput): Tensors {
  const mask = session.inputs.find(({ name }) => name === 'pixel_mask')
  const { width, height } = pixels
  const all = mask && wholeTensor(new Int32Array(width * height).fill(1), [1, height, width], mask.type)
  return { [image.name]: toTensor(pixels, input, image.type), ...(all && { pixel_mask: all }) }
}

interface Shown extends Wanted {
  readonly tensors: Tensors
}

/** The candidates of all prompts together. The image is handed over once and lies with the network meanwhile. */
async function runPrompts(network: GroundingNetwork, wanted: Shown, context: CallContext): Promise<Candidates> {
  const { session, outputs, shelf } = network
  const { boxThreshold, textThreshold } = wanted.asked
  const name = network.nameShown()
  const parts: Candidates[] = []
  const run = (prompt: Prompt) => {
    context.signal.throwIfAborted()
    return context.timed('run', () => session.run(textTensors(session, prompt), name))
  }
  shelf.keep(name, wanted.tensors)
  try {
    const { together, oneByOne } = wanted.prompts
    const prompts = (await network.isOneByOne(together[0], run)) ? oneByOne() : together
    for (const prompt of prompts) {
      const answers = await run(prompt)
      const reading = { ...outputs, ...prompt, boxThreshold, textThreshold }
      parts.push(await context.timed('finish', () => readFindings(answers, reading)))
    }
  } finally {
    shelf.drop(name)
  }
  return joined(parts)
}

function joined(parts: readonly Candidates[]): Candidates {
  return {
    boxes: Float32Array.from(parts.flatMap(({ boxes }) => [...boxes])),
    scores: Float32Array.from(parts.flatMap(({ scores }) => [...scores])),
    classes: Int32Array.from(parts.flatMap(({ classes }) => [...classes])),
  }
}

interface Place extends Pick<Framed, 'toImage'> {
  readonly size: Image['size']
  readonly input: ModelInput
  readonly classes: readonly string[]
}

/** A candidate as an object of the image; none when it lies outside. */
function objectAt({ boxes, scores, classes }: Candidates, index: number, place: Place): DetectedObject[] {
  const { width, height } = place.input
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = boxes.subarray(4 * index, 4 * index + 4)
  const inFrame = { x0: x0 * width, y0: y0 * height, x1: x1 * width, y1: y1 * height }
  const box = clipBox(mapBox(place.toImage, inFrame), place.size)
  const classIndex = classes[index] ?? 0
  const className = place.classes[classIndex] ?? ''
  return box === undefined ? [] : [{ box, className, classIndex, confidence: scores[index] ?? 0 }]
}
