import type { ModelInput } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { CallContext, FamilyDefinition, OpenedModel } from '../../host/family.ts'
import type { Session } from '../../host/session.ts'
import type { Image } from '../../images/image.ts'
import { openTokenizer } from '../../tokenizers/tokenizer.ts'
import { keptImages } from '../kit/kept-images.ts'
import { inputsFor } from '../kit/precision.ts'
import { conceptFinder, type OpenedConcepts } from './concepts.ts'
import { CONCEPT_ROLES, type ConceptLayout } from './layout.ts'
import { conceptLayoutOf } from './layouts.ts'
import { phraseReader } from './phrases.ts'

/** The input of SAM 3: values −1…1, both sides scaled on their own. */
const INPUT: ModelInput = {
  width: 1008,
  height: 1008,
  resize: 'stretch',
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0.5, 0.5, 0.5],
  std: [0.5, 0.5, 0.5],
}

/** Memory for what the vision network answers: some 120 MB an image, so a handful of images. */
const EMBEDDING_BYTES = 512 * 1024 ** 2

/** SAM 3 by concepts: every object that a phrase names, or that looks like examples. */
export const sam3Concept: FamilyDefinition = {
  id: 'sam3-concept',
  networks: CONCEPT_ROLES,
  async open(model) {
    const opened = await openConcepts(model)
    return {
      'prepare-image': (named, context) => opened.images.use(named, context, async ({ imageId }) => ({ imageId })),
      'segment-concepts': conceptFinder(opened),
    }
  },
}

async function openConcepts(model: OpenedModel): Promise<OpenedConcepts> {
  const roles = CONCEPT_ROLES.filter((role) => role in model.manifest.files)
  const sessions = Object.fromEntries(roles.map((role) => [role, model.session(role)]))
  const layout = conceptLayoutOf(sessions)?.layout
  if (layout === undefined) throw new ModelRunError(message('sam3-tensors-unknown'))
  const [vision, session, detector] = [model.session('vision'), model.session('text'), model.session('detector')]
  const tokenizer = await openTokenizer(model)
  const readers = Object.values(sessions).filter((reader) => reader !== vision)
  const embedding = { layout, vision, readers, input: model.manifest.input ?? INPUT }
  return {
    layout,
    detector,
    geometry: roles.includes('geometry') ? model.session('geometry') : undefined,
    readPhrase: phraseReader({ session, tokenizer, padding: layout.padding }),
    images: keptImages<undefined>({
      shelf: model,
      budgetBytes: EMBEDDING_BYTES,
      embed: (image, context) => embed(embedding, image, context),
    }),
  }
}

interface Embedding {
  readonly layout: ConceptLayout
  readonly vision: Session
  /** The networks that take what the vision network answers. */
  readonly readers: readonly Session[]
  readonly input: ModelInput
}

async function embed({ layout, vision, readers, input }: Embedding, image: Image, context: CallContext) {
  const framed = await context.timed('decode', () => image.framed(input))
  const tensor = await context.timed('prepare', () => layout.image(framed, input, vision))
  const name = vision.inputs[0]?.name ?? 'images'
  const outputs = await context.timed('run', () => vision.run(inputsFor(vision, { [name]: tensor })))
  const isRead = (output: string) => readers.some(({ inputs }) => inputs.some((taken) => taken.name === output))
  const tensors = Object.fromEntries(Object.entries(outputs).filter(([output]) => isRead(output)))
  return { tensors, facts: undefined }
}
