import { floatsOf, type Tensors } from '../../host/session.ts'
import { toTensor } from '../../images/tensor.ts'
import { wholeTensor } from '../../tokenizers/encode.ts'
import type { ConceptLayout, Example, NetworkShapes, Question } from './layout.ts'
import { readQueries } from './queries.ts'
import { byTensors } from './roles.ts'
import {
  copied,
  exampleBoxes,
  exampleLabels,
  joinedFloats,
  joinedMask,
  phraseMask,
  typeOf,
  wholeNumbers,
} from './tensors.ts'

/** The label of a box that is none. */
const NO_BOX = -10
const NONE: readonly Example[] = [{ centreX: 0, centreY: 0, width: 0, height: 0, positive: false }]

const VISION = { outputs: ['fpn_feat_2', 'fpn_pos_2'] }
const TEXT = { inputs: ['input_ids'], outputs: ['text_features', 'text_mask'] }

/** The package of usls in three files: the detector looks at the boxes itself, and wants one that is none where there are none. */
export const usls: ConceptLayout = {
  id: 'usls',
  rolesIn: (networks: NetworkShapes) =>
    byTensors(networks, {
      vision: VISION,
      text: TEXT,
      detector: { inputs: ['fpn_feat_2', 'input_boxes', 'text_features'], outputs: ['pred_masks', 'pred_logits'] },
    }),
  padding: 'end',
  takesExamples: true,
  image: ({ pixels }, input) => toTensor(pixels, input),
  inputs({ phrase, examples, detector }: Question) {
    const { dims, mask } = phraseMask(phrase, 'text_mask')
    const features = phrase.outputs['text_features']
    return {
      ...(features && { text_features: copied(features) }),
      text_mask: wholeTensor(Int32Array.from(mask), dims, typeOf(detector, 'text_mask')),
      ...boxInputs(examples, (name) => typeOf(detector, name)),
    }
  },
  read: readQueries,
}

/** The same in four files: what the network of boxes answers stands behind the words, or nothing where there are no boxes. */
export const uslsGeometry: ConceptLayout = {
  ...usls,
  id: 'usls-geometry',
  rolesIn: (networks: NetworkShapes) =>
    byTensors(networks, {
      vision: VISION,
      text: TEXT,
      geometry: { inputs: ['input_boxes'], outputs: ['geometry_features', 'geometry_mask'] },
      detector: { inputs: ['prompt_features', 'prompt_mask'], outputs: ['pred_masks', 'pred_logits'] },
    }),
  async inputs({ phrase, examples, detector, runGeometry }: Question) {
    const geometry = examples.length > 0 ? await runGeometry(boxInputs(examples, () => 'int64')) : undefined
    const seen = geometry?.['geometry_mask']
    const masks = [phraseMask(phrase, 'text_mask').mask, ...(seen ? [wholeNumbers(seen)] : [])]
    const words = floatsOf(phrase.outputs, 'text_features')
    const features = geometry ? [words, floatsOf(geometry, 'geometry_features')] : [words]
    return {
      prompt_features: joinedFloats(features, phrase.outputs['text_features']?.dims.at(-1) ?? 1),
      prompt_mask: joinedMask(masks, typeOf(detector, 'prompt_mask')),
    }
  },
}

function boxInputs(examples: readonly Example[], typeFor: (name: string) => string): Tensors {
  const given = examples.length > 0
  const boxes = given ? examples : NONE
  const labels = given ? exampleLabels(boxes) : Int32Array.of(NO_BOX)
  return {
    input_boxes: exampleBoxes(boxes),
    input_boxes_labels: wholeTensor(labels, [1, boxes.length], typeFor('input_boxes_labels')),
  }
}
