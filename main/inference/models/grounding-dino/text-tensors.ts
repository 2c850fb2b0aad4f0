import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { Session, Tensor, Tensors } from '../../host/session.ts'
import { wholeTensor } from '../../tokenizers/encode.ts'
import { lengthOf } from '../kit/network-shape.ts'
import type { Prompt } from './prompts.ts'

/** The inputs that say which words are looked for, by name; networks ask for some of them. */
const TEXT_INPUTS = {
  input_ids: (prompt, length) => rowOf(length, (place) => prompt.tokens[place] ?? 0),
  attention_mask: (prompt, length) => rowOf(length, (place) => Number(place < prompt.tokens.length)),
  token_type_ids: (_, length) => rowOf(length, () => 0),
  position_ids: (prompt, length) => placesIn(blocksOf(prompt, length)),
  text_token_mask: (prompt, length) => squareOf(blocksOf(prompt, length)),
} satisfies Record<string, (prompt: Prompt, length: number) => Int32Array>

export type TextInput = keyof typeof TEXT_INPUTS

export function isTextInput(name: string): name is TextInput {
  return name in TEXT_INPUTS
}

/** A prompt as what the network asks for, padded where the length of its texts is fixed. Throws a `ModelRunError` where it does not fit. */
export function textTensors({ inputs }: Pick<Session, 'inputs'>, prompt: Prompt): Tensors {
  const ids = inputs.find(({ name }) => name === 'input_ids')
  const length = lengthOf(ids?.dims[1]) ?? prompt.tokens.length
  if (prompt.tokens.length > length) throw new ModelRunError(message('grounding-texts-too-short', { tokens: length }))
  const tensors = inputs.flatMap(({ name, type }): [string, Tensor][] => {
    if (!isTextInput(name)) return []
    const dims = name === 'text_token_mask' ? [1, length, length] : [1, length]
    return [[name, wholeTensor(TEXT_INPUTS[name](prompt, length), dims, type)]]
  })
  return Object.fromEntries(tensors)
}

/** Tokens that see each other: those of a class and the sign behind it; marks and padding see only themselves. Each from `start` up to `end`. */
type Block = readonly [start: number, end: number]

function blocksOf({ spans }: Prompt, length: number): Block[] {
  const blocks = spans.map(({ start, end }): Block => [start, end + 1])
  const inside = new Set(
    blocks.flatMap(([start, end]) => Array.from({ length: end - start }, (_, step) => start + step)),
  )
  const alone = Array.from({ length }, (_, place) => place).filter((place) => !inside.has(place))
  return [...blocks, ...alone.map((place): Block => [place, place + 1])]
}

/** Every token's place in its block. */
function placesIn(blocks: readonly Block[]): Int32Array {
  const places = new Int32Array(lengthIn(blocks))
  for (const [start, end] of blocks) for (let place = start; place < end; place += 1) places[place] = place - start
  return places
}

function squareOf(blocks: readonly Block[]): Int32Array {
  const length = lengthIn(blocks)
  const square = new Int32Array(length * length)
  for (const [start, end] of blocks) {
    for (let row = start; row < end; row += 1) square.fill(1, row * length + start, row * length + end)
  }
  return square
}

function lengthIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, [start, end]) => sum + end - start, 0)
}

function rowOf(length: number, valueAt: (place: number) => number): Int32Array {
  return Int32Array.from({ length }, (_, place) => valueAt(place))
}
