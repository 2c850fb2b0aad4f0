import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import type { ImageSource } from '#core/models/inference/operations'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, Handler, OpenedModel } from '../../host/family.ts'
import type { Session, TensorInfo, Tensors } from '../../host/session.ts'
import { readImage } from '../../images/image.ts'
import { toTensor } from '../../images/tensor.ts'
import { encodeTexts, wholeTensor } from '../../tokenizers/encode.ts'
import type { TextTokenizer } from '../../tokenizers/tokenizer.ts'
import { readFloats } from '../kit/answers.ts'
import { imageInput, lengthOf } from '../kit/network-shape.ts'
import { isEmbedding, tokensInput } from './layouts.ts'

/** A network, or half of one, that computes a row of numbers for each image or text. */
export interface Tower {
  readonly session: Session
  /** The output with the rows. */
  readonly output: string
  /** Inputs that lie with the session, for the half that is not asked. */
  readonly kept?: string
}

/** A tower whose rows are in the output of this name, or else in the first that has rows. */
export function towerOf(model: OpenedModel, role: string, preferred: string): Tower {
  const session = model.session(role)
  const { outputs } = session
  const output = outputs.find(({ name }) => name === preferred) ?? outputs.find(isEmbedding)
  if (output === undefined) throw new ModelRunError(message('network-without-rows', { role }))
  return { session, output: output.name }
}

/** Returns the input for images. Throws a `ModelRunError` if there is none. */
export function imagesOf({ session }: Tower): TensorInfo {
  const name = imageInput(session)?.name
  const input = session.inputs.find((each) => each.name === name)
  if (input === undefined) throw new ModelRunError(message('network-without-image-input'))
  return input
}

/** The frame as the network itself asks for it; where it leaves the sides open, that of the manifest or of the family. */
export function inputFor(tower: Tower, { manifest }: OpenedModel, ofFamily: ModelInput): ModelInput {
  const input = manifest.input ?? ofFamily
  const [, , height, width] = imagesOf(tower).dims
  return { ...input, width: lengthOf(width) ?? input.width, height: lengthOf(height) ?? input.height }
}

/** Every image is decoded and framed on its own; the session joins those that wait. */
export function imageEmbedder(tower: Tower, input: ModelInput): Handler<'embed-images'> {
  return ({ images }, context) => Promise.all(images.map((source) => embedImage(tower, { source, input }, context)))
}

interface Shown {
  readonly source: ImageSource
  readonly input: ModelInput
}

async function embedImage(tower: Tower, { source, input }: Shown, context: CallContext): Promise<readonly number[]> {
  const { pixels } = await context.timed('decode', async () => (await readImage(source, context)).framed(input))
  context.signal.throwIfAborted()
  const { name, type } = imagesOf(tower)
  const tensor = await context.timed('prepare', () => toTensor(pixels, input, type))
  const outputs = await context.timed('run', () => tower.session.run({ [name]: tensor }, tower.kept))
  const [row = []] = rowsIn(outputs, tower.output, 1)
  return row
}

/** How texts become tokens for a tower. */
export interface Reading {
  readonly tokenizer: TextTokenizer
  /** Number of tokens of a text, if the network does not fix it. */
  readonly length: number
  readonly pad: number
}

/** Texts that one run takes where the network takes any number of them. */
const TEXTS_AT_ONCE = 8

export function textEmbedder(tower: Tower, reading: Reading): Handler<'embed-texts'> {
  const most = lengthOf(tokensInput(tower.session)?.dims[0])
  const atOnce = most ?? TEXTS_AT_ONCE
  return async ({ texts }, context) => {
    const rows: (readonly number[])[] = []
    for (let start = 0; start < texts.length; start += atOnce) {
      context.signal.throwIfAborted()
      const chunk = texts.slice(start, start + atOnce)
      // A network with a fixed number of texts gets empty ones for those that are missing.
      const filled = most === undefined ? chunk : Array.from({ length: most }, (_, place) => chunk[place] ?? '')
      const inputs = await context.timed('prepare', () => textInputs(tower.session, filled, reading))
      const outputs = await context.timed('run', () => tower.session.run(inputs, tower.kept))
      rows.push(...rowsIn(outputs, tower.output, filled.length).slice(0, chunk.length))
    }
    return rows
  }
}

/** The tokens of texts, and their mask where the network asks for it. */
export function textInputs(session: Session, texts: readonly string[], reading: Reading): Tensors {
  const input = tokensInput(session)
  if (input === undefined) throw new ModelRunError(message('network-without-token-input'))
  const length = lengthOf(input.dims[1]) ?? reading.length
  const { dims, ids, mask } = encodeTexts(texts, reading.tokenizer, { length, pad: reading.pad })
  const masks = session.inputs.filter(isMask)
  return Object.fromEntries([
    [input.name, wholeTensor(ids, dims, input.type)],
    ...masks.map(({ name, type }) => [name, wholeTensor(mask.slice(), dims, type)] as const),
  ])
}

function isMask({ name, dims }: TensorInfo): boolean {
  return name.includes('mask') && dims.length === 2
}

/** The rows of an output as plain numbers. Throws a `ModelRunError` when there are not so many, or of what is no number. */
function rowsIn(outputs: Tensors, name: string, count: number): number[][] {
  const { values, dims } = readFloats(outputs, { name, dims: [count, 'numbers'] })
  const [, width = 0] = dims
  if (width === 0 || !values.every(Number.isFinite))
    throw new ModelRunError(message('network-output-not-finite', { name }))
  return Array.from({ length: count }, (_, row) => Array.from(values.subarray(row * width, (row + 1) * width)))
}
