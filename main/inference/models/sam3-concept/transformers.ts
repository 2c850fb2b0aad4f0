import { toTensor } from '../../images/tensor.ts'
import { wholeTensor } from '../../tokenizers/encode.ts'
import type { ConceptLayout, NetworkShapes, Question } from './layout.ts'
import { readQueries } from './queries.ts'
import { byTensors } from './roles.ts'
import { copied, phraseMask, typeOf } from './tensors.ts'

/** Names that exports have for the mask of the tokens. */
const MASK_NAMES = ['text_mask', 'text_attention_mask', 'attention_mask', 'prompt_mask']

/**
 * SAM 3 cut as transformers does, with the levels of the image as `features_*` or `fpn_hidden_state_*`. It is asked by words alone:
 * these exports have no input for boxes.
 */
export const transformersSplit: ConceptLayout = {
  id: 'transformers-split',
  rolesIn: (networks: NetworkShapes) => rolesWith(networks, 'features_*') ?? rolesWith(networks, 'fpn_hidden_state_*'),
  padding: 'end',
  takesExamples: false,
  image: ({ pixels }, input) => toTensor(pixels, input),
  inputs({ phrase, detector }: Question) {
    const name = MASK_NAMES.find((known) => detector.inputs.some((input) => input.name === known)) ?? 'text_mask'
    const { dims, mask } = phraseMask(phrase, name)
    const features = phrase.outputs['text_features']
    return {
      ...(features && { text_features: copied(features) }),
      [name]: wholeTensor(Int32Array.from(mask), dims, typeOf(detector, name)),
    }
  },
  read: readQueries,
}

function rolesWith(networks: NetworkShapes, levels: string) {
  return byTensors(networks, {
    vision: { outputs: [levels] },
    text: { inputs: ['input_ids'], outputs: ['text_features'] },
    detector: { inputs: [levels, 'text_features'], outputs: ['pred_masks', 'pred_logits'] },
  })
}
