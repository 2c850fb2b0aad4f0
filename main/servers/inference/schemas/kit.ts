import { z } from 'zod'

export const ErrorBody = z
  .object({ message: z.string().meta({ description: 'A sentence that names the thing at fault' }), detail: z.string() })
  .meta({ id: 'Error' })

export const ValidationErrorBody = z
  .object({
    detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })),
  })
  .meta({ id: 'ValidationError' })

/** Failures that every operation of a model may return. */
export const FAILURES = {
  400: ErrorBody.describe('The image, or what is asked, cannot be served'),
  404: ErrorBody.describe('The model is not installed'),
  413: ErrorBody.describe('The body is too large'),
  422: ValidationErrorBody.describe('A value does not fit'),
  500: ErrorBody.describe('The model does not run'),
  503: ErrorBody.describe('The process of the models ended; try again'),
}

/** Makes a value optional, with null for absent. Nulls at the top of a body are removed before validation. */
export function orNone<Schema extends z.ZodType<unknown, unknown>>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

export const ImageInput = z
  .object({
    type: z.string().meta({ description: '`base64`, `url` or `numpy`, in any case' }),
    value: z.unknown().optional().meta({
      description: 'Base64 text of an image file, its address, or base64 text of a pickled array (h × w × 3, 0 to 255)',
    }),
  })
  .meta({ id: 'InferenceRequestImage' })
export type ImageInput = z.output<typeof ImageInput>

/** Maximum images of one request. */
const MOST_IMAGES = 1000

export const Images = z
  .union([ImageInput, z.array(ImageInput).max(MOST_IMAGES)], {
    error: `must be an object with "type" and "value", or a list of at most ${MOST_IMAGES} of them`,
  })
  .meta({ description: 'A list is answered with a list in the same order' })

/**
 * Fields that every body may have. Keys are accepted and ignored, because nothing is billed, counted or fetched with
 * them.
 */
export const Base = {
  id: orNone(z.string()).meta({ description: 'Comes back as `inference_id`; made up when absent' }),
  api_key: orNone(z.string()),
  usage_billable: z.boolean().default(true),
  start: orNone(z.number()),
  source: orNone(z.string()),
  source_info: orNone(z.string()),
  disable_model_monitoring: z.boolean().default(false),
}

export const ModelName = orNone(z.string())

/** Steps of the model's own preprocessing that the request disables. */
export const Skips = {
  disable_preproc_auto_orient: z.boolean().default(false),
  disable_preproc_contrast: z.boolean().default(false),
  disable_preproc_grayscale: z.boolean().default(false),
  disable_preproc_static_crop: z.boolean().default(false),
}

export const Share = z.number().min(0).max(1)

export const Text = z.string().optional()

/** Python programs capitalize booleans. */
export function queryFlag(fallback: boolean) {
  return z
    .string()
    .optional()
    .transform((text = String(fallback)) => text.trim().toLowerCase())
    .pipe(z.stringbool({ error: 'must be true or false' }))
    .meta({ type: 'boolean', description: `${fallback ? 'True' : 'False'} when absent` })
}

/** Parameters that every query may have. */
export const Query = z.object({ api_key: Text, countinference: Text, service_secret: Text })
