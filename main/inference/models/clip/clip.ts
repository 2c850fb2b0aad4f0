import type { ModelInput } from '#common/inference/manifest'
import type { FamilyDefinition, Handler, ModelInstance, OpenedModel } from '../../host/family.ts'
import type { Session } from '../../host/session.ts'
import { toTensor } from '../../images/tensor.ts'
import { openTokenizer, type TextTokenizer } from '../../tokenizers/tokenizer.ts'
import { CLIP_LENGTH, tokensInput } from './layouts.ts'
import { imageEmbedder, imagesOf, inputFor, textEmbedder, textInputs, towerOf } from './towers.ts'

/**
 * The input of CLIP. It was trained on bicubic scaling; here images of every model are scaled with the triangle of versions, so that one
 * preparation serves all. Embeddings of images that are compared with each other move alike.
 */
const INPUT: ModelInput = {
  width: 224,
  height: 224,
  resize: 'cover',
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0.48145466, 0.4578275, 0.40821073],
  std: [0.26862954, 0.26130258, 0.27577711],
}

/** CLIP: a tower for images and one for texts (`visual` and `textual`), or both in one network (`model`). */
export const clip: FamilyDefinition = {
  id: 'clip',
  networks: ['visual', 'textual', 'model'],
  open: (model) => ('model' in model.manifest.files ? openFused(model) : openTowers(model)),
}

async function openTowers(model: OpenedModel): Promise<ModelInstance> {
  const { files } = model.manifest
  return {
    ...('visual' in files && { 'embed-images': openImages(model) }),
    ...('textual' in files && { 'embed-texts': await openTexts(model) }),
  }
}

function openImages(model: OpenedModel): Handler<'embed-images'> {
  const tower = towerOf(model, 'visual', 'image_embeds')
  return imageEmbedder(tower, inputFor(tower, model, INPUT))
}

async function openTexts(model: OpenedModel): Promise<Handler<'embed-texts'>> {
  const tower = towerOf(model, 'textual', 'text_embeds')
  const tokenizer = await openTokenizer(model)
  return textEmbedder(tower, { tokenizer, ...styleOf(tower.session, tokenizer) })
}

const [BLANK_IMAGE, BLANK_TEXT] = ['blank image', 'blank text']

/** One network that wants both: the half that is not asked gets an empty image or text, which lies with the session. */
async function openFused(model: OpenedModel): Promise<ModelInstance> {
  const [images, texts] = [towerOf(model, 'model', 'image_embeds'), towerOf(model, 'model', 'text_embeds')]
  const { session } = images
  const input = inputFor(images, model, INPUT)
  const tokenizer = await openTokenizer(model)
  const reading = { tokenizer, ...styleOf(session, tokenizer) }
  const { width, height } = input
  const { name, type } = imagesOf(images)
  const black = { width, height, data: new Uint8Array(3 * width * height) }
  model.keep(BLANK_IMAGE, { [name]: toTensor(black, input, type) })
  model.keep(BLANK_TEXT, textInputs(session, [''], reading))
  return {
    'embed-images': imageEmbedder({ ...images, kept: BLANK_TEXT }, input),
    'embed-texts': textEmbedder({ ...texts, kept: BLANK_IMAGE }, reading),
  }
}

/** Exports of transformers, whose tokens are called `input_ids`, are padded with the end mark; those of the original with 0. */
function styleOf(session: Session, { end }: TextTokenizer) {
  return { length: CLIP_LENGTH, pad: tokensInput(session)?.name === 'input_ids' ? end : 0 }
}
