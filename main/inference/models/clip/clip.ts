import type { ModelInput } from '#common/inference/manifest'
import type { FamilyDefinition, Handler, ModelInstance, OpenedModel } from '../../host/family.ts'
import type { Session } from '../../host/session.ts'
import { toTensor } from '../../pictures/tensor.ts'
import { openTokenizer, type TextTokenizer } from '../../tokenizers/tokenizer.ts'
import { CLIP_LENGTH, tokensInput } from './layouts.ts'
import { inputFor, pictureEmbedder, picturesOf, textEmbedder, textInputs, towerOf } from './towers.ts'

/**
 * What CLIP looks at. It was trained on bicubic scaling; here pictures of every model are scaled with the triangle of versions, so that
 * one preparation serves all. Embeddings of pictures that are compared with each other move alike.
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

/** CLIP: a tower for pictures and one for texts (`visual` and `textual`), or both in one network (`model`). */
export const clip: FamilyDefinition = {
  id: 'clip',
  networks: ['visual', 'textual', 'model'],
  open: (model) => ('model' in model.manifest.files ? openFused(model) : openTowers(model)),
}

async function openTowers(model: OpenedModel): Promise<ModelInstance> {
  const { files } = model.manifest
  return {
    ...('visual' in files && { 'embed-pictures': openPictures(model) }),
    ...('textual' in files && { 'embed-texts': await openTexts(model) }),
  }
}

function openPictures(model: OpenedModel): Handler<'embed-pictures'> {
  const tower = towerOf(model, 'visual', 'image_embeds')
  return pictureEmbedder(tower, inputFor(tower, model, INPUT))
}

async function openTexts(model: OpenedModel): Promise<Handler<'embed-texts'>> {
  const tower = towerOf(model, 'textual', 'text_embeds')
  const tokenizer = await openTokenizer(model)
  return textEmbedder(tower, { tokenizer, ...styleOf(tower.session, tokenizer) })
}

const [BLANK_PICTURE, BLANK_TEXT] = ['blank picture', 'blank text']

/** One network that wants both: the half that is not asked gets an empty picture or text, which lies with the session. */
async function openFused(model: OpenedModel): Promise<ModelInstance> {
  const [pictures, texts] = [towerOf(model, 'model', 'image_embeds'), towerOf(model, 'model', 'text_embeds')]
  const { session } = pictures
  const input = inputFor(pictures, model, INPUT)
  const tokenizer = await openTokenizer(model)
  const reading = { tokenizer, ...styleOf(session, tokenizer) }
  const { width, height } = input
  const { name, type } = picturesOf(pictures)
  const black = { width, height, data: new Uint8Array(3 * width * height) }
  model.keep(BLANK_PICTURE, { [name]: toTensor(black, input, type) })
  model.keep(BLANK_TEXT, textInputs(session, [''], reading))
  return {
    'embed-pictures': pictureEmbedder({ ...pictures, kept: BLANK_TEXT }, input),
    'embed-texts': textEmbedder({ ...texts, kept: BLANK_PICTURE }, reading),
  }
}

/** Exports of transformers, whose tokens are called `input_ids`, are padded with the end mark; those of the original with 0. */
function styleOf(session: Session, { end }: TextTokenizer) {
  return { length: CLIP_LENGTH, pad: tokensInput(session)?.name === 'input_ids' ? end : 0 }
}
