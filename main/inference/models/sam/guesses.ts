import { mapBox, mapPoint } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { MaskPrompt } from '#core/models/inference/operations'
import { ModelRunError } from '../../host/errors.ts'
import type { Session, Tensor, Tensors } from '../../host/session.ts'
import { type Grid, type Surface, surfaceOver } from '../../masks/surface.ts'
import { readFloats } from '../kit/answers.ts'
import type { KeptImage } from '../kit/kept-images.ts'
import type { NetworkShape } from '../kit/network-shape.ts'
import { inputsFor } from '../kit/precision.ts'
import type { Placed } from './embedding.ts'
import { type MaskOutputs, type SamLayout, takes } from './layout.ts'

/** One mask that may be meant. */
export interface Guess {
  /** The predicted intersection over union with the object, as the network says it. */
  readonly score: number
  readonly grid: Grid
}

/** A question to the decoder. */
export interface Question {
  readonly prompt: MaskPrompt
  readonly kept: KeptImage<Placed>
  /** A mask that it answered for a part of the prompt. */
  readonly earlier: Float32Array | undefined
}

export interface Decoding {
  readonly layout: SamLayout
  readonly outputs: MaskOutputs
  readonly decoder: Session
  /** Side of the frame in pixels. */
  readonly frame: Size
}

/** The decoder's inputs besides the embedding: only those that it lists, for exports differ. */
export function decoderInputs({ layout, decoder }: Decoding, { prompt, kept, earlier }: Question): Tensors {
  const { toFrame, content } = kept.facts
  const prompted = layout.promptInputs(inFrame(prompt, toFrame), { decoder, content })
  return inputsFor(decoder, { ...prompted, ...maskInputs(decoder, earlier) })
}

function inFrame({ points, box }: MaskPrompt, toFrame: Placed['toFrame']): MaskPrompt {
  const placed = points.map(({ at, positive }) => ({ at: mapPoint(toFrame, at), positive }))
  return { points: placed, ...(box && { box: mapBox(toFrame, box) }) }
}

/** Side of the masks that decoders take. */
const MASK_SIDE = 256

/** Whether a decoder can go on from a mask that it answered. */
export function takesMasks(decoder: NetworkShape): boolean {
  return takes(decoder, 'mask_input')
}

function maskInputs({ inputs }: NetworkShape, earlier: Float32Array | undefined): Record<string, Tensor> {
  const [height, width] = inputs.find(({ name }) => name === 'mask_input')?.dims.slice(-2) ?? []
  const sides = [sideOf(height), sideOf(width)] as const
  const isUsed = earlier?.length === sides[0] * sides[1]
  const data = isUsed ? earlier.slice() : new Float32Array(sides[0] * sides[1])
  return {
    mask_input: { type: 'float32', dims: [1, 1, ...sides], data },
    has_mask_input: { type: 'float32', dims: [1], data: Float32Array.of(isUsed ? 1 : 0) },
  }
}

function sideOf(dim: number | string | undefined): number {
  return typeof dim === 'number' && dim > 0 ? dim : MASK_SIDE
}

/** The decoder's answers, best first. Scores that are no number come last, as 0. */
export function readGuesses({ layout, outputs }: Decoding, answered: Tensors, prompt: MaskPrompt): readonly Guess[] {
  const [masks = 0, height = 0, width = 0] = answered[outputs.masks]?.dims.slice(-3) ?? []
  const values = numbersIn(answered, outputs.masks)
  const scores = numbersIn(answered, outputs.scores)
  const area = width * height
  if (area === 0 || masks === 0 || values.length < masks * area || scores.length < masks)
    throw new ModelRunError(message('sam-masks-misfit', { values: values.length, masks: outputs.masks }))
  const ranked = Array.from({ length: masks }, (_, mask) => {
    const score = Number.isFinite(scores[mask]) ? (scores[mask] ?? 0) : 0
    const grid = { width, height, values: values.subarray(mask * area, (mask + 1) * area) }
    return { guess: { score, grid }, rank: score + (layout.bonus?.(prompt, { mask, masks }) ?? 0) }
  })
  return ranked.toSorted((one, other) => other.rank - one.rank).map(({ guess }) => guess)
}

/** The layouts differ in the axes before the masks; all but that of the masks have the length 1. */
function numbersIn(answered: Tensors, name: string): Float32Array {
  return readFloats(answered, { name, dims: answered[name]?.dims ?? [] }).values
}

/** A guess laid over the image. */
export function overImage({ outputs, frame }: Decoding, { grid }: Guess, { size, facts }: KeptImage<Placed>): Surface {
  return surfaceOver(size, grid, outputs.covers === 'image' ? whole(grid) : shownPart(grid, { size, facts, frame }))
}

function whole({ width, height }: Size): Box {
  return { x0: 0, y0: 0, x1: width, y1: height }
}

interface Laid {
  readonly size: Size
  readonly facts: Placed
  readonly frame: Size
}

/** The part of a grid over the frame that shows the image, in cells: what pads the frame is cut off. */
function shownPart(grid: Size, { size, facts, frame }: Laid): Box {
  const shown = mapBox(facts.toFrame, whole(size))
  const [across, down] = [grid.width / frame.width, grid.height / frame.height]
  return { x0: shown.x0 * across, y0: shown.y0 * down, x1: shown.x1 * across, y1: shown.y1 * down }
}
