import { z } from 'zod'
import { Base, ImageInput, ModelName, orNone, Share, Text } from './kit.ts'

const Sam2Version = z.enum(['hiera_tiny', 'hiera_small', 'hiera_large', 'hiera_b_plus'])

const Sam = {
  ...Base,
  sam2_version_id: orNone(Sam2Version).meta({ description: '`hiera_large` when absent' }),
  model_id: ModelName,
}

/** Further query parameters of these operations. */
export const SourcedQuery = z.object({
  api_key: Text,
  countinference: Text,
  service_secret: Text,
  source: Text,
  source_info: Text,
})

const ImageId = orNone(z.string().min(1).max(500)).meta({
  description: 'Name under which the embedding is kept. A known name is taken without a look at the image',
})

export const EmbedBody = z
  .object({ ...Sam, image: orNone(ImageInput), image_id: ImageId })
  .refine(({ image, image_id }) => image !== undefined || image_id !== undefined, {
    path: ['image'],
    error: 'image is missing, and there is no image_id of one that was sent before',
  })
  .meta({ id: 'EmbedImageRequest' })

export const EmbeddedBody = z
  .object({ image_id: z.string(), time: z.number(), model_id: z.string().optional() })
  .meta({ id: 'EmbeddedImage' })

const Point = z.object({ x: z.number(), y: z.number(), positive: z.boolean() })

const Prompt = z.object({
  box: orNone(z.object({ x: z.number(), y: z.number(), width: z.number().min(0), height: z.number().min(0) })).meta({
    description: 'x and y are the centre, in pixels of the image',
  }),
  points: orNone(z.array(Point).max(1000)),
})
export type Prompt = z.output<typeof Prompt>

/** Maximum prompts of one request. */
const MOST_PROMPTS = 1000

const Prompts = z.array(Prompt).max(MOST_PROMPTS)

/** An object with prompts, a bare list of them, one prompt, an empty object, or null. */
const PromptSet = z
  .union([z.object({ prompts: Prompts.nullable() }), Prompts, Prompt.extend({ prompts: z.undefined().optional() })], {
    error: `must hold at most ${MOST_PROMPTS} prompts with "box" {x, y, width, height} or "points" [{x, y, positive}]`,
  })
  .nullish()
  .transform((given): readonly Prompt[] => {
    if (given === null || given === undefined) return []
    if (Array.isArray(given)) return given
    if (isSet(given)) return given.prompts ?? []
    return given.box === undefined && given.points === undefined ? [] : [given]
  })

function isSet(given: object): given is { prompts: Prompt[] | null } {
  return 'prompts' in given && given.prompts !== undefined
}

function segmentBody(formats: readonly ['json', 'rle', 'binary'] | readonly ['json', 'polygon', 'rle', 'binary']) {
  return z.object({
    ...Sam,
    format: z.enum(formats).default('json').meta({
      description: '`json`: outlines; `rle`: run lengths; `binary`: a .npz archive of logits, no JSON',
    }),
    image: ImageInput,
    image_id: ImageId,
    prompts: PromptSet,
    multimask_output: z.boolean().default(true).meta({
      description: 'The best mask of each prompt is answered anyway',
    }),
    save_logits_to_cache: z.boolean().default(false),
    load_logits_from_cache: z.boolean().default(false),
  })
}

export const Sam2SegmentBody = segmentBody(['json', 'rle', 'binary']).meta({ id: 'Sam2SegmentRequest' })
export const Sam3SegmentBody = segmentBody(['json', 'polygon', 'rle', 'binary']).meta({ id: 'Sam3SegmentRequest' })
export type SegmentBody = z.output<typeof Sam3SegmentBody>

const Masks = z.union([
  z.array(z.array(z.array(z.number()))).meta({ description: 'Outlines of [x, y] points' }),
  z.object({ size: z.array(z.int()), counts: z.string() }),
])

const MaskPrediction = z
  .object({ masks: Masks, confidence: z.number(), format: z.enum(['polygon', 'rle']) })
  .meta({ id: 'MaskPrediction' })

export const SegmentedBody = z
  .object({ predictions: z.array(MaskPrediction), time: z.number(), model_id: z.string().optional() })
  .meta({ id: 'Segmented' })

const Box = z.union(
  [
    z.object({ x: z.number(), y: z.number(), width: z.number().min(0), height: z.number().min(0) }),
    z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() }),
  ],
  { error: 'must be {x, y, width, height} from the top left, or {x0, y0, x1, y1}' },
)

const Label = z.union([z.literal([0, 1]), z.boolean()], { error: 'must be 1 or 0' })

const ConceptPrompt = z
  .object({
    type: orNone(z.enum(['text', 'visual'])),
    text: orNone(z.string()),
    output_prob_thresh: orNone(Share),
    boxes: z
      .array(Box)
      .max(1000)
      .nullish()
      .transform((boxes) => boxes ?? []),
    box_labels: z
      .array(Label)
      .nullish()
      .transform((labels) => labels ?? []),
  })
  .superRefine(({ type, text, boxes, box_labels: labels }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (type === 'visual' && boxes.length === 0) say('boxes', 'is missing: a visual prompt needs at least one box')
    if (boxes.length !== labels.length) say('box_labels', 'must hold one label for each box')
    if (boxes.length === 0 && !text?.trim() && type !== 'visual') say('text', 'is missing, and there are no boxes')
  })
export type ConceptPromptBody = z.output<typeof ConceptPrompt>

/** Maximum concept prompts of one request. */
const MOST_CONCEPTS = 16

export const ConceptBody = z
  .object({
    ...Base,
    model_id: ModelName,
    format: z.enum(['polygon', 'json', 'rle']).default('polygon'),
    image: ImageInput,
    image_id: ImageId,
    output_prob_thresh: Share.default(0.5),
    prompts: z.array(ConceptPrompt).min(1).max(MOST_CONCEPTS),
    nms_iou_threshold: orNone(Share).meta({ description: 'Over the masks of all prompts together; absent: none' }),
  })
  .meta({ id: 'ConceptRequest' })

export const ConceptsBody = z
  .object({
    prompt_results: z.array(
      z.object({
        prompt_index: z.int(),
        echo: z.object({
          prompt_index: z.int(),
          type: z.enum(['text', 'visual']),
          text: z.string().nullable(),
          num_boxes: z.int(),
        }),
        predictions: z.array(MaskPrediction),
      }),
    ),
    time: z.number(),
    model_id: z.string().optional(),
  })
  .meta({ id: 'Concepts' })
