import { z } from 'zod'
import { AnyMessage } from '../messages/schema.ts'
import { MODEL_FAMILIES, MODEL_TASKS, ModelInput, ModelManifest } from './manifest.ts'

/** Names files that are to become a model: of what was dropped, or of a download. It is the name of a folder. */
export const DraftKey = z
  .string()
  .regex(/^[A-Za-z0-9][\w~-]{0,199}$/)
  .brand<'DraftKey'>()
export type DraftKey = z.infer<typeof DraftKey>

/** A question about a model's files that only a person can answer. */
export const ModelQuestion = z.strictObject({
  id: z.enum(['family', 'task', 'classNames', 'input']),
  says: AnyMessage,
  /** One of these is the answer. Empty for `classNames` and `input`, which are typed in. */
  choices: z.array(z.strictObject({ value: z.string(), label: AnyMessage })),
  /** How many names are asked for, where the network tells. */
  count: z.int().nullable(),
})
export type ModelQuestion = z.infer<typeof ModelQuestion>

/** A person's answers about the files; they come before the files' own data. */
export const ModelAnswers = z.strictObject({
  /** Under which the model is asked for; that of `suggestedId` when absent. */
  id: z.string().optional(),
  name: z.string().trim().min(1).max(200).optional(),
  family: z.enum(MODEL_FAMILIES).optional(),
  task: z.enum(MODEL_TASKS).optional(),
  classNames: z.array(z.string()).optional(),
  /** A side that the network fixes is the network's. */
  input: ModelInput.optional(),
  licence: z.string().trim().min(1).max(200).optional(),
})
export type ModelAnswers = z.infer<typeof ModelAnswers>

/** Facts recognised in the files. The model can be installed when no question is left. */
export const RecognisedModel = ModelManifest.pick({
  name: true,
  task: true,
  family: true,
  layout: true,
  classNames: true,
  input: true,
  keypoints: true,
  colours: true,
  preprocessing: true,
  thresholds: true,
  isFused: true,
  licence: true,
  source: true,
}).extend({
  suggestedId: z.string(),
  /** Paths among the files by the part they play. */
  files: z.record(z.string(), z.string()),
  /** Paths that are not needed and stay out. */
  unused: z.array(z.string()),
  questions: z.array(ModelQuestion),
  /** What was taken for granted. */
  notes: z.array(AnyMessage),
})
export type RecognisedModel = z.infer<typeof RecognisedModel>
