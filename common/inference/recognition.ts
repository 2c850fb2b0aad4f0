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
  /** The possible answers. Empty for `classNames` and `input`, which are typed in. */
  choices: z.array(z.strictObject({ value: z.string(), label: AnyMessage })),
  /** Number of names to enter, if the network states it. */
  count: z.int().nullable(),
})
export type ModelQuestion = z.infer<typeof ModelQuestion>

/** A person's answers about the files; they come before the files' own data. */
export const ModelAnswers = z.strictObject({
  /** The id under which programs request the model; `suggestedId` by default. */
  id: z.string().optional(),
  name: z.string().trim().min(1).max(200).optional(),
  family: z.enum(MODEL_FAMILIES).optional(),
  task: z.enum(MODEL_TASKS).optional(),
  classNames: z.array(z.string()).optional(),
  /** A side that the network fixes cannot be changed. */
  input: ModelInput.optional(),
  licence: z.string().trim().min(1).max(200).optional(),
})
export type ModelAnswers = z.infer<typeof ModelAnswers>

/** Facts recognized in the files. The model can be installed when no question is left. */
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
  /** Paths of the files by role. */
  files: z.record(z.string(), z.string()),
  /** Paths of files that are not needed. */
  unused: z.array(z.string()),
  questions: z.array(ModelQuestion),
  /** Assumptions made without asking. */
  notes: z.array(AnyMessage),
})
export type RecognisedModel = z.infer<typeof RecognisedModel>
