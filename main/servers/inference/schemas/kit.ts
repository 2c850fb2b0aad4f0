import { z } from 'zod'

export const ErrorBody = z
  .object({ message: z.string().meta({ description: 'A sentence that names the thing at fault' }), detail: z.string() })
  .meta({ id: 'Error' })

export const ValidationErrorBody = z
  .object({
    detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })),
  })
  .meta({ id: 'ValidationError' })

/** Failures that every operation over a model may answer. */
export const FAILURES = {
  400: ErrorBody.describe('The picture, or what is asked, cannot be served'),
  404: ErrorBody.describe('The model is not installed'),
  413: ErrorBody.describe('The body is too large'),
  422: ValidationErrorBody.describe('A value does not fit'),
  500: ErrorBody.describe('The model does not run'),
  503: ErrorBody.describe('The process of the models ended; try again'),
}

/** A value that may be left out, or sent as null, which is the same. */
export function orElse<Schema extends z.ZodType<unknown, unknown>>(schema: Schema, fallback: z.output<Schema>) {
  return schema
    .nullish()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback })
}

/** A value that may be null or left out, which is the same. */
export function orNone<Schema extends z.ZodType<unknown, unknown>>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

export const ImageInput = z
  .object({
    type: z.string().meta({ description: '`base64`, `url` or `numpy`, in any case' }),
    value: z.unknown().meta({
      description:
        'Base64 text of a picture file, its address, or base64 text of a pickled array (h × w × 3, 0 to 255)',
    }),
  })
  .meta({ id: 'InferenceRequestImage' })
export type ImageInput = z.output<typeof ImageInput>

/** Most pictures of one request. */
const MOST_IMAGES = 1000

export const Images = z
  .union([ImageInput, z.array(ImageInput).max(MOST_IMAGES)], {
    error: `must be an object with "type" and "value", or a list of at most ${MOST_IMAGES} of them`,
  })
  .meta({ description: 'A list is answered with a list in the same order' })

/** What every body may hold. Keys are taken and ignored: nothing here is billed, counted or fetched by them. */
export const Base = {
  id: orNone(z.string()).meta({ description: 'Comes back as `inference_id`; made up when absent' }),
  api_key: orNone(z.string()),
  usage_billable: orElse(z.boolean(), true),
  start: orNone(z.number()),
  source: orNone(z.string()),
  source_info: orNone(z.string()),
  disable_model_monitoring: orElse(z.boolean(), false),
}

export const ModelName = orNone(z.string())

/** Steps of the model's own preprocessing that the request switches off. */
export const Skips = {
  disable_preproc_auto_orient: orElse(z.boolean(), false),
  disable_preproc_contrast: orElse(z.boolean(), false),
  disable_preproc_grayscale: orElse(z.boolean(), false),
  disable_preproc_static_crop: orElse(z.boolean(), false),
}

export const Share = z.number().min(0).max(1)

/** A query value; of a repeated one the first counts. */
const QueryText = z.union([
  z.string(),
  z
    .array(z.string())
    .min(1)
    .transform((values) => values[0] ?? ''),
])

export const Text = QueryText.optional()

/** Python programs write truth values with a capital; an empty one is none. */
export function queryFlag(fallback: boolean) {
  const flag = z.stringbool({ error: 'must be true or false' })
  return QueryText.default('')
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.union([z.literal(['', 'none', 'null']).transform(() => fallback), flag]))
    .meta({ default: fallback })
}

export function queryNumber(schema: z.ZodType<number, number>, fallback: number) {
  return QueryText.default(String(fallback))
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .pipe(schema)
    .meta({ default: fallback })
}

/** What every query may hold. */
export const Query = z.object({ api_key: Text, countinference: Text, service_secret: Text })
