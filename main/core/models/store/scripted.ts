import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import type { TaskId } from '#common/ids'
import { MODEL_FAMILIES, MODEL_TASKS } from '#common/inference/manifest'
import type { DraftKey, ModelAnswers, ModelQuestion } from '#common/inference/recognition'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { ModelStoreService } from './service.ts'

/** The answers that a script can give about a model that it installs, each as one text. */
export const ScriptedWords = z.object({
  id: z.string().optional(),
  name: z.string().trim().min(1).max(200).optional(),
  family: z.enum(MODEL_FAMILIES).optional(),
  task: z.enum(MODEL_TASKS).optional(),
  classes: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .optional(),
  size: z
    .string()
    .regex(/^\d{1,4}x\d{1,4}$/, 'must be a width and a height, such as 640x640')
    .optional(),
  licence: z.string().trim().min(1).max(200).optional(),
})
export type ScriptedWords = z.infer<typeof ScriptedWords>

type Store = Pick<ModelStoreService, 'recognise' | 'install' | 'discard'>

interface Wanted {
  readonly draft: DraftKey
  readonly words: ScriptedWords
}

/**
 * Installs a draft as the Models page does, with what a script says in place of a person: the same checks, the same trial. A draft that is
 * refused is discarded.
 */
export async function installScripted(
  store: Store,
  workspace: Workspace,
  { draft, words }: Wanted,
): Promise<Result<TaskId, Refusal>> {
  const answers = await answersFor(store, draft, words)
  const begun = answers.ok ? await store.install(workspace, draft, answers.value) : answers
  if (!begun.ok) await store.discard(draft)
  return begun
}

async function answersFor(
  store: Store,
  draft: DraftKey,
  { classes, size, ...words }: ScriptedWords,
): Promise<Result<ModelAnswers, Refusal>> {
  const said: ModelAnswers = { ...words, ...(classes && { classNames: classes }) }
  const recognised = await store.recognise(draft, said)
  if (!recognised.ok) return recognised
  const { input, questions } = recognised.value
  const [width = 0, height = 0] = size?.split('x').map(Number) ?? []
  const answers = size !== undefined && input ? { ...said, input: { ...input, width, height } } : said
  const [open] = questions.filter(({ id }) => id !== 'input' || answers.input === undefined)
  return open === undefined ? ok(answers) : unansweredQuestion(open)
}

/** The words by which each question is answered. */
const WORDS: Readonly<Record<ModelQuestion['id'], string>> = {
  family: 'family',
  task: 'task',
  classNames: 'classes',
  input: 'size',
}

function unansweredQuestion({ id, says, choices }: ModelQuestion) {
  const values = choices.map(({ value }) => value)
  const word = WORDS[id]
  return values.length === 0
    ? refuse('model-question-unanswered', { word }, says)
    : refuse('model-question-to-choose', { word, values }, says)
}
