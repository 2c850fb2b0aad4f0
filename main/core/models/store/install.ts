import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { CatalogueEntry } from '#common/inference/catalogue'
import { DraftKey, ModelAnswers, type RecognisedModel } from '#common/inference/recognition'
import { message } from '#common/messages/message'
import type { Result } from '#common/result'
import type { Clock, Notes } from '../../ports.ts'
import { Refused, type TaskContext, type TaskResult, type TaskWork } from '../../tasks/ports.ts'
import type { ModelRuntime } from '../inference/ports.ts'
import type { DraftFiles, ModelDrafts, ModelFolder, ModelRecogniser, StagedFiles, TrialRuntime } from './ports.ts'
import { checkRoom, manifestOf, PATIENCE_MS, pathInDraft, unanswered } from './rules.ts'

export interface InstallSources {
  readonly drafts: ModelDrafts
  readonly folder: ModelFolder
  readonly recogniser: ModelRecogniser
  readonly trial: TrialRuntime
  readonly runtime: Pick<ModelRuntime, 'unload'>
  readonly clock: Clock
  readonly notes: Notes
}

export const InstallInput = z.object({
  key: DraftKey,
  /** Of the files once they are taken in. */
  revision: DraftKey,
  id: z.string(),
  answers: ModelAnswers,
  /** The entry of the catalogue that the files are said to be. */
  entry: z.string().optional(),
  acceptedAt: z.string().optional(),
  /** The files of a run that failed stay, so that they can be installed with other answers; whoever brought them discards them. */
  keepsDraft: z.boolean().optional(),
})
export type InstallInput = z.infer<typeof InstallInput>

/** A draft that is to become a model. */
export interface Install extends Omit<InstallInput, 'entry'> {
  readonly entry?: CatalogueEntry | undefined
}

/** A model from files that are there. A run that a crash ended is taken up from the start: what it had staged is no model yet. */
export function installWork(sources: InstallSources, entryOf: (id: string) => CatalogueEntry | undefined): TaskWork {
  return {
    kind: 'model-install',
    afterCrash: 'resume',
    isAllOrNothing: true,
    async run(raw, context) {
      const { entry, ...input } = InstallInput.parse(raw)
      return installDraft(sources, { ...input, entry: entry === undefined ? undefined : entryOf(entry) }, context)
    },
    async abandon(raw) {
      const { key, revision, keepsDraft = false } = InstallInput.parse(raw)
      await sources.folder.unstage(revision)
      if (!keepsDraft) await sources.drafts.discard(key)
    },
  }
}

/** Recognizes, copies, checks and tries the files, and makes them the model of the id in one step at the end. */
export async function installDraft(
  sources: InstallSources,
  install: Install,
  context: TaskContext,
): Promise<TaskResult> {
  const { drafts, folder, runtime, clock, notes } = sources
  const { key, revision, id } = install
  const result = { model: id }
  if (await folder.isPublished(revision, id)) {
    await drafts.discard(key)
    return result
  }
  const files = accepted(await drafts.files(key))
  const recognised = await recogniseAll(sources, files, install)
  const staged = await stage(sources, { files, recognised, install }, context)
  const manifest = manifestOf(recognised, { ...install, staged, now: clock.now() })
  const tried = await sources.trial.load({ manifest, folder: staged.folder }, context.signal)
  // A trial that is cut off says nothing about the model.
  context.signal.throwIfAborted()
  accepted(tried)
  // Files that an open network holds on to cannot be moved on every system.
  await runtime.unload(id, PATIENCE_MS)
  await folder.publish(revision, manifest, clock.now())
  await drafts.discard(key)
  notes.publish({ kind: 'models' })
  return result
}

async function recogniseAll(
  { recogniser }: InstallSources,
  files: DraftFiles,
  { answers, entry }: Install,
): Promise<RecognisedModel> {
  const recognised = accepted(await recogniser.recognise(files, answers))
  accepted(unanswered(recognised, entry))
  if (entry === undefined || recognised.family === entry.family) return recognised
  const { name, family: wanted } = entry
  throw new Refused(
    message('model-of-other-family-in-catalogue', { source: files.source, family: recognised.family, name, wanted }),
  )
}

interface Staging {
  readonly files: DraftFiles
  readonly recognised: RecognisedModel
  readonly install: Install
}

async function stage(
  { folder }: InstallSources,
  { files, recognised, install }: Staging,
  { signal, report }: TaskContext,
): Promise<StagedFiles> {
  const wanted = new Set(Object.values(recognised.files))
  const total = files.files.reduce((sum, { path, bytes }) => sum + (wanted.has(path) ? bytes : 0), 0)
  accepted(checkRoom(files.isOwn ? 0 : total, await folder.freeBytes()))
  await folder.unstage(install.revision)
  let current = 0
  const wrote = (bytes: number) => {
    current += bytes
    report({ current, total })
  }
  const from = { draft: install.key, files: recognised.files }
  const staged = await folder.stage(install.revision, from, { signal, wrote })
  checkAgainst(install.entry, staged)
  return staged
}

/** Checks files against the catalogue, which has the last word on them. */
function checkAgainst(entry: CatalogueEntry | undefined, { files }: StagedFiles): void {
  const said = new Map(entry?.files.map((file) => [file.path, file]))
  for (const { path, bytes, sha256 } of Object.values(files)) {
    const file = said.get(pathInDraft(path))
    if (file?.bytes !== undefined && file.bytes !== bytes) {
      throw new Refused(message('model-file-of-other-size', { path: pathInDraft(path), bytes, stated: file.bytes }))
    }
    if (file?.sha256 !== undefined && file.sha256 !== sha256) {
      throw new Refused(message('model-file-of-other-hash', { path: pathInDraft(path), hash: sha256 }))
    }
  }
}

/** The value, or the refusal as the end of the task. */
export function accepted<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value
  throw new Refused(result.error)
}
