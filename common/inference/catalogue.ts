import { z } from 'zod'
import { MODEL_FAMILIES, MODEL_TASKS, ModelId, ModelInput } from './manifest.ts'

/** An address below the base of a catalogue entry: names with slashes between them, which are a folder's path too. */
const BelowBase = z
  .string()
  .regex(/^[\w.@+-]+(\/[\w.@+-]+)*$/)
  .refine((path) => !path.split('/').some((part) => /^\.+$/.test(part)), 'is not a path below the base')

const CatalogueFile = z.strictObject({
  /** The file's name in the folder of the model; a network keeps the name by which it is asked for its further data. */
  path: BelowBase,
  /** Where it lies below the base, and in a mirror's folder. */
  url: BelowBase,
  /** Absent where nobody has stated them: then they are recorded with the first download. */
  bytes: z.int().positive().optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type CatalogueFile = z.infer<typeof CatalogueFile>

/** A public export of a model that a person can fetch: what it is, where it lies and under which licence. It holds no weights. */
export const CatalogueEntry = z.strictObject({
  id: ModelId,
  name: z.string().min(1).max(200),
  /** The code of the message that says what it is for. */
  description: z.string(),
  task: z.enum(MODEL_TASKS),
  family: z.enum(MODEL_FAMILIES),
  /** Where the tensors do not show which of the family's layouts it is. */
  layout: z.string().optional(),
  /** `https://host/`; a mirror stands in for it. */
  base: z.url({ protocol: /^https$/ }).regex(/\/$/),
  files: z.array(CatalogueFile).min(1),
  licence: z.strictObject({
    name: z.string(),
    url: z.url(),
    /** It is downloaded only after a person said that they accept the licence. */
    mustBeAccepted: z.boolean(),
  }),
  /** The page that describes it. */
  page: z.url(),
  /** Offered first among those that do the same. */
  isDefault: z.boolean(),
  /** It is slow without a graphics card. */
  needsGpu: z.boolean().optional(),
  /** Where the files do not say so themselves. */
  classNames: z.array(z.string()).optional(),
  input: ModelInput.optional(),
})
export type CatalogueEntry = z.infer<typeof CatalogueEntry>
