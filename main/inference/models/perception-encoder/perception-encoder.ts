import type { ModelInput } from '#common/inference/manifest'
import type { FamilyDefinition } from '../../host/family.ts'
import { openTokenizer } from '../../tokenizers/tokenizer.ts'
import { imageEmbedder, inputFor, textEmbedder, towerOf } from '../clip/towers.ts'
import { LENGTH } from './layout.ts'

/** The input of a Perception Encoder: the whole image, its proportions lost. */
const INPUT: ModelInput = {
  width: 336,
  height: 336,
  resize: 'stretch',
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0.5, 0.5, 0.5],
  std: [0.5, 0.5, 0.5],
}

/** Perception Encoder: a tower for images and one for texts, whose tokens are CLIP's, with zeros behind them. */
export const perceptionEncoder: FamilyDefinition = {
  id: 'perception-encoder',
  networks: ['visual', 'textual'],
  async open(model) {
    const [visual, textual] = [towerOf(model, 'visual', 'image_embeds'), towerOf(model, 'textual', 'text_embeds')]
    const tokenizer = await openTokenizer(model)
    return {
      'embed-images': imageEmbedder(visual, inputFor(visual, model, INPUT)),
      'embed-texts': textEmbedder(textual, { tokenizer, length: LENGTH, pad: 0 }),
    }
  },
}
