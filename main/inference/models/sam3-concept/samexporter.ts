import { refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import { UnservedInputError } from '../../host/family.ts'
import type { Tensor, Tensors } from '../../host/session.ts'
import type { Framed } from '../../images/image.ts'
import { wholeTensor } from '../../tokenizers/encode.ts'
import { readFloats } from '../kit/answers.ts'
import type { NetworkShape } from '../kit/network-shape.ts'
import { lengthOf } from '../kit/network-shape.ts'
import type { ConceptLayout, Example, FoundObject, NetworkShapes, Question } from './layout.ts'
import { byTensors } from './roles.ts'
import { copied, exampleBoxes, exampleLabels, typeOf } from './tensors.ts'

/** The detector's names for the outputs of the text network. */
const TEXT_NAMES = {
  text_attention_mask: 'language_mask',
  text_memory: 'language_features',
  text_embeds: 'language_embeds',
} as const

/** Masks are asked for with sides of no more pixels: they are no finer, and of a photograph they would take megabytes each. */
const LONGEST_SIDE = 1008

const NONE: readonly Example[] = [{ centreX: 0, centreY: 0, width: 0, height: 0, positive: false }]

/** SAM 3 as samexporter writes it: pixels as bytes, words padded with 0, and masks that are cut out already. */
export const samexporterConcept: ConceptLayout = {
  id: 'samexporter-concept',
  rolesIn: (networks: NetworkShapes) =>
    byTensors(networks, {
      vision: { outputs: ['backbone_fpn_2'] },
      text: { inputs: ['tokens'], outputs: ['text_memory'] },
      detector: { inputs: ['backbone_fpn_2', 'language_features'], outputs: ['masks', 'scores'] },
    }),
  padding: 'zero',
  takesExamples: true,
  image: (framed, _input, { inputs }) => bytePlanes(framed, inputs[0]),
  inputs({ phrase, examples, size, detector }: Question) {
    const words = Object.entries(TEXT_NAMES).flatMap(([from, to]) => {
      const tensor = phrase.outputs[from]
      return tensor ? [[to, copied(tensor)] as const] : []
    })
    return { ...Object.fromEntries(words), ...sizeInputs(size), ...boxInputs(examples, detector) }
  },
  read: readMasks,
}

/** Channels first, 0…255, in the type and with the axes that the network declares. */
function bytePlanes(
  { pixels: { data, width, height } }: Framed,
  input: NetworkShape['inputs'][number] | undefined,
): Tensor {
  const area = width * height
  const planes = new Uint8Array(3 * area)
  for (let i = 0, at = 0; i < area; i += 1, at += 3) {
    planes[i] = data[at] ?? 0
    planes[area + i] = data[at + 1] ?? 0
    planes[2 * area + i] = data[at + 2] ?? 0
  }
  const dims = input?.dims.length === 4 ? [1, 3, height, width] : [3, height, width]
  if (input?.type === 'uint8') return { type: 'uint8', dims, data: planes }
  return { type: 'float32', dims, data: Float32Array.from(planes) }
}

function sizeInputs({ width, height }: Size): Tensors {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  const side = (length: number): Tensor => {
    const pixels = Math.max(1, Math.round(length * scale))
    return { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(pixels)) }
  }
  return { original_width: side(width), original_height: side(height) }
}

function boxInputs(examples: readonly Example[], detector: NetworkShape): Tensors {
  const places = lengthOf(detector.inputs.find(({ name }) => name === 'box_coords')?.dims[1])
  if (places !== undefined && examples.length > places)
    throw new UnservedInputError(refusal('too-many-examples', { most: places }))
  const isEmpty = examples.length === 0
  const boxes = isEmpty ? NONE : examples
  return {
    box_coords: exampleBoxes(boxes),
    box_labels: wholeTensor(exampleLabels(boxes), [1, boxes.length], typeOf(detector, 'box_labels')),
    // True leaves a box out.
    box_masks: wholeTensor(new Int32Array(boxes.length).fill(isEmpty ? 1 : 0), [1, boxes.length], 'bool'),
  }
}

function readMasks(outputs: Tensors): readonly FoundObject[] {
  const scores = readFloats(outputs, { name: 'scores', dims: ['objects'] }).values
  const masks = outputs['masks']
  const [height = 0, width = 0] = masks?.dims.slice(-2) ?? []
  const area = width * height
  if (masks?.type !== 'bool' || masks.data.length < scores.length * area)
    throw new ModelRunError(message('sam3-masks-misfit'))
  const { data } = masks
  return Array.from(scores, (score, i) => {
    const values = Float32Array.from(data.subarray(i * area, (i + 1) * area), (isIn) => (isIn === 1 ? 1 : -1))
    return { score, grid: { width, height, values } }
  })
}
