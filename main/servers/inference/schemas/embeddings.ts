import { z } from 'zod'
import { recordOf } from '#common/record-of'
import { Base, ImageInput, Images, ModelName, orNone } from './kit.ts'

const ClipVersion = z.enum([
  'RN101',
  'RN50',
  'RN50x16',
  'RN50x4',
  'RN50x64',
  'ViT-B-16',
  'ViT-B-32',
  'ViT-L-14-336px',
  'ViT-L-14',
])

const Clip = {
  ...Base,
  clip_version_id: orNone(ClipVersion).meta({ description: '`ViT-B-16` when absent' }),
  model_id: ModelName,
}
const Perception = {
  ...Base,
  perception_encoder_version_id: orNone(z.string()).meta({ description: '`PE-Core-L14-336` when absent' }),
  model_id: ModelName,
}

/** Maximum entries of a list. */
export const MOST_TEXTS = 10_000

const Texts = z
  .union([z.string(), z.array(z.string()).max(MOST_TEXTS)], { error: 'must be a string, or a list of strings' })
  .meta({ description: 'At most 10,000 texts, of 1,000,000 characters together' })

const Kind = z.enum(['image', 'text'])
const Compared = z.union([z.string(), ImageInput], {
  error: 'must be a string, or an object with "type" and "value"',
})

/** An object with a type is an image; any other object is prompts by name. */
const Prompts = z.union([z.string(), z.array(Compared).max(MOST_TEXTS), ImageInput, recordOf(Compared)], {
  error: 'must be a string, an object with "type" and "value", a list of these, or an object of them',
})

const Comparing = {
  subject: Compared,
  subject_type: Kind.default('image'),
  prompt: Prompts,
  prompt_type: Kind.default('text'),
}

export const ClipImageBody = z.object({ ...Clip, image: Images }).meta({ id: 'ClipImageRequest' })
export const ClipTextBody = z.object({ ...Clip, text: Texts }).meta({ id: 'ClipTextRequest' })
export const ClipCompareBody = z.object({ ...Clip, ...Comparing }).meta({ id: 'ClipCompareRequest' })
export const PerceptionImageBody = z.object({ ...Perception, image: Images }).meta({ id: 'PerceptionImageRequest' })
export const PerceptionTextBody = z.object({ ...Perception, text: Texts }).meta({ id: 'PerceptionTextRequest' })
export const PerceptionCompareBody = z.object({ ...Perception, ...Comparing }).meta({ id: 'PerceptionCompareRequest' })

export type CompareBody = Pick<z.output<typeof ClipCompareBody>, keyof typeof Comparing>

const OtherModel = z.string().optional().meta({ description: 'The model that answered, where it is not the usual one' })

/** Some clients read `frame_id` without checking that it exists. */
const NullIds = { inference_id: z.null(), frame_id: z.null() }

export const EmbeddingBody = z
  .object({
    embeddings: z.array(z.array(z.number())).meta({ description: 'As the network answers them, not normalised' }),
    time: z.number(),
    ...NullIds,
    model_id: OtherModel,
  })
  .meta({ id: 'Embeddings' })

export const ComparisonBody = z
  .object({
    similarity: z
      .union([z.array(z.number()), z.record(z.string(), z.number())])
      .meta({ description: 'Cosine, from -1 to 1; by name where the prompts have names' }),
    time: z.number(),
    ...NullIds,
    parent_id: z.null(),
    model_id: OtherModel,
  })
  .meta({ id: 'Similarities' })
