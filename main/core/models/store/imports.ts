import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { TaskId } from '#common/ids'
import type { DraftKey, ModelAnswers, RecognisedModel } from '#common/inference/recognition'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Random } from '../../ports.ts'
import type { InstallInput } from './install.ts'
import { type ModelDrafts, type ModelRecogniser, ModelTooLargeError } from './ports.ts'
import { checkModelId, isDownload, MAX_MODEL_BYTES, modelTooLarge, safePath, unanswered } from './rules.ts'

interface ImportSources {
  readonly drafts: ModelDrafts
  readonly recogniser: ModelRecogniser
  readonly random: Pick<Random, 'id'>
}

interface InstallWish {
  readonly draft: DraftKey
  readonly answers: ModelAnswers
  readonly keepsDraft: boolean
}

type BeginInstall = (workspace: Workspace, name: string, input: InstallInput) => Promise<TaskId>

/** Models that people bring: what was dropped or pointed at, until it is installed. */
export function modelImports({ drafts, recogniser, random }: ImportSources, begin: BeginInstall) {
  const freshKey = () => brand<DraftKey>(random.id())

  async function openDraft(): Promise<DraftKey> {
    const key = freshKey()
    await drafts.open(key)
    return key
  }

  /** Answers the bytes of the file. */
  async function takeFile(
    draft: DraftKey,
    path: string,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Result<number, Refusal>> {
    const safe = safePath(path)
    if (safe === undefined || isDownload(draft)) return refuse('model-file-name-not-allowed', { path: shorten(path) })
    const there = await drafts.files(draft)
    if (!there.ok) return there
    const maxBytes = MAX_MODEL_BYTES - (await drafts.bytes(draft))
    try {
      return ok(await drafts.receive(draft, { path: safe, source, maxBytes }))
    } catch (failure) {
      if (failure instanceof ModelTooLargeError) return modelTooLarge()
      throw failure
    }
  }

  async function linkDraft(path: string): Promise<Result<DraftKey, Refusal>> {
    const key = freshKey()
    const linked = await drafts.link(key, path)
    return linked.ok ? ok(key) : linked
  }

  async function recognise(draft: DraftKey, answers: ModelAnswers): Promise<Result<RecognisedModel, Refusal>> {
    const files = await drafts.files(draft)
    return files.ok ? recogniser.recognise(files.value, answers) : files
  }

  async function beginWith(
    workspace: Workspace,
    { draft, answers, keepsDraft }: InstallWish,
  ): Promise<Result<TaskId, Refusal>> {
    const recognised = await recognise(draft, answers)
    if (!recognised.ok) return recognised
    const complete = unanswered(recognised.value)
    if (!complete.ok) return complete
    const id = checkModelId(answers.id ?? recognised.value.suggestedId)
    if (!id.ok) return id
    const input = { key: draft, revision: freshKey(), id: id.value, answers, keepsDraft }
    return ok(await begin(workspace, recognised.value.name, input))
  }

  return {
    openDraft,
    takeFile,
    linkDraft,
    recognise,
    discard: drafts.discard,
    /** The draft is discarded when the task ends. */
    install: (workspace: Workspace, draft: DraftKey, answers: ModelAnswers) =>
      beginWith(workspace, { draft, answers, keepsDraft: false }),
    /** The draft of a task that failed stays until `discard`. */
    installFromKept: (workspace: Workspace, draft: DraftKey, answers: ModelAnswers) =>
      beginWith(workspace, { draft, answers, keepsDraft: true }),
  }
}
