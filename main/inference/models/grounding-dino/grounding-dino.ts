import { refusal } from '#common/errors'
import type { Prediction } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import type { InputOf } from '#core/models/inference/operations'
import { ModelRunError } from '../../host/errors.ts'
import { type CallContext, type FamilyDefinition, type OpenedModel, UnservedInputError } from '../../host/family.ts'
import { openTokenizer, type TextTokenizer } from '../../tokenizers/tokenizer.ts'
import { imageInput, lengthOf } from '../kit/network-shape.ts'
import { groundingDinoLayoutOf, LAYOUTS, outputsOf } from './layout.ts'
import { findOn, type GroundingNetwork, type PromptPlans } from './look.ts'
import { oneByOne } from './phrase-order.ts'
import { planPrompts } from './prompts.ts'
import { isTextInput } from './text-tensors.ts'

/** Tokens of a prompt that the network scores. */
const MOST_TOKENS = 256
/** Classes that are looked for in one call: every few dozen cost a run of the network. */
const MOST_CLASSES = 1000

/** Grounding DINO: finds objects by the names of their classes. */
export const groundingDino: FamilyDefinition = {
  id: 'grounding-dino',
  networks: ['model'],
  async open(model) {
    const network = openNetwork(model)
    const plan = planner(model, await openTokenizer(model))
    return {
      async ground(asked, context) {
        const prompts = await context.timed('prepare', () => plan(asked.classes))
        return findOnAll(network, { asked, prompts }, context)
      },
    }
  },
}

interface Search {
  readonly asked: InputOf<'ground'>
  readonly prompts: PromptPlans
}

/** One image after the other: each is large, and the network runs one at a time anyway. */
async function findOnAll(network: GroundingNetwork, { asked, prompts }: Search, context: CallContext) {
  const found: Extract<Prediction, { kind: 'objects' }>[] = []
  for (const source of asked.images) found.push(await findOn(network, { source, asked, prompts }, context))
  return found
}

function openNetwork({ manifest, session: sessionOf, keep, drop }: OpenedModel): GroundingNetwork {
  const session = sessionOf('model')
  const [imageName, outputs] = [imageInput(session)?.name, outputsOf(session)]
  const image = session.inputs.find(({ name }) => name === imageName)
  if (image === undefined || outputs === undefined) {
    const names = [...session.inputs, ...session.outputs].map(({ name }) => `"${name}"`)
    throw new ModelRunError(message('grounding-tensors-misfit', { names }))
  }
  const isKnown = (name: string) => name === image.name || name === 'pixel_mask' || isTextInput(name)
  const unknown = session.inputs.find(({ name }) => !isKnown(name))
  if (unknown !== undefined) throw new ModelRunError(message('network-input-unknown', { name: unknown.name }))
  let shown = 0
  const nameShown = () => {
    shown += 1
    return `image ${shown}`
  }
  const layout = LAYOUTS.find((known) => known === manifest.layout) ?? groundingDinoLayoutOf(session) ?? 'transformers'
  const isOneByOne = oneByOne(layout, outputs.logits)
  return { manifest, session, image, outputs, shelf: { keep, drop }, nameShown, isOneByOne }
}

/** How the classes of a request become prompts. Throws an `UnservedInputError` for classes that cannot be looked for. */
function planner({ session }: OpenedModel, tokenizer: TextTokenizer) {
  const separator = tokenizer.idOf('.')
  if (separator === undefined) throw new ModelRunError(message('tokenizer-without-separator'))
  const ids = session('model').inputs.find(({ name }) => name === 'input_ids')
  const most = Math.min(MOST_TOKENS, lengthOf(ids?.dims[1]) ?? MOST_TOKENS)
  const planning = { tokenizer, separator, most }
  return (classes: readonly string[]): PromptPlans => {
    if (classes.length === 0) throw new UnservedInputError(refusal('no-class-to-find'))
    if (classes.length > MOST_CLASSES) {
      throw new UnservedInputError(refusal('too-many-classes-to-find', { count: classes.length, most: MOST_CLASSES }))
    }
    const [first, ...more] = planPrompts(classes, { ...planning, isOneByOne: false })
    if (first === undefined) {
      throw new UnservedInputError(refusal('no-word-to-find'))
    }
    return { together: [first, ...more], oneByOne: () => planPrompts(classes, { ...planning, isOneByOne: true }) }
  }
}
