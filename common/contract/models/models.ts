import { z } from 'zod'
import { CatalogueEntry } from '../../inference/catalogue.ts'
import { ModelInput, ModelManifest, PROVIDERS, RunSeconds } from '../../inference/manifest.ts'
import { ProviderChoice, ProviderVerdict } from '../../inference/providers.ts'
import { DraftKey, ModelAnswers, ModelQuestion, RecognisedModel } from '../../inference/recognition.ts'
import { Moment, onMachine, Said, TaskRef } from '../kit.ts'
import { TaskView } from '../tasks.ts'

const QuestionView = ModelQuestion.extend({
  says: Said,
  choices: z.array(z.object({ value: z.string(), label: Said })),
})
export type QuestionView = z.infer<typeof QuestionView>

/** Facts recognized in the files, in words for people. */
export const RecognisedView = RecognisedModel.extend({ questions: z.array(QuestionView), notes: z.array(Said) })
export type RecognisedView = z.infer<typeof RecognisedView>

const Loaded = z.object({
  /** By which the memory grew when it was loaded. */
  memoryBytes: z.number(),
  provider: z.enum(PROVIDERS),
})

/** A model of this machine. */
export const ModelView = z.object({
  manifest: ModelManifest,
  bytes: z.number(),
  /**
   * `built-in`: it comes with the program. `verified`: every file is the one that the catalogue states. `unverified`: it is of the
   * catalogue, which states no SHA-256 of some.
   */
  origin: z.enum(['built-in', 'verified', 'unverified', 'own']),
  loaded: Loaded.nullable(),
  /** Answers since the program started; null before the first. */
  answered: z.object({ count: z.int(), averageSeconds: z.number() }).nullable(),
})
export type ModelView = z.infer<typeof ModelView>

/** A model that can be fetched. */
export const FetchableView = z.object({
  entry: CatalogueEntry,
  /** Its purpose, in a sentence. */
  description: Said,
  isInstalled: z.boolean(),
  /** Of all files; null where they are not stated. */
  bytes: z.number().nullable(),
  /** Bytes of an unfinished download; fetching goes on from there. */
  arrivedBytes: z.number(),
})
export type FetchableView = z.infer<typeof FetchableView>

/** Result of trying an execution provider on this machine: how it did, or why it cannot be used. */
export const VerdictView = ProviderVerdict.extend({ reason: Said })
export type VerdictView = z.infer<typeof VerdictView>

const ProvidersView = z.object({ verdicts: z.array(VerdictView).readonly(), choice: ProviderChoice })
export type ProvidersView = z.infer<typeof ProvidersView>

/** A model that was removed, and can come back. */
export const TrashedView = z.object({
  key: DraftKey,
  manifest: ModelManifest,
  trashedAt: Moment,
  /** From then on it is permanently deleted. */
  cleanupAt: Moment,
})
export type TrashedView = z.infer<typeof TrashedView>

const ModelRef = z.object({ model: z.string() })
const DraftRef = z.object({ draft: DraftKey })
const Done = z.object({})

export const modelsContract = {
  /** Models of the library in the order of their ids, then those that come with the program. */
  list: onMachine.output(z.array(ModelView).readonly()),
  load: onMachine.input(ModelRef).output(Done),
  unload: onMachine.input(ModelRef).output(Done),
  /** Changes how it is used, after a trial; `runSeconds` null leaves the limit of a run to the station. */
  change: onMachine
    .input(ModelRef.extend({ input: ModelInput.optional(), runSeconds: RunSeconds.nullable() }))
    .output(Done),
  /** Into the trash; the key brings it back. */
  remove: onMachine.input(ModelRef).output(z.object({ key: DraftKey })),
  trashed: onMachine.output(z.array(TrashedView).readonly()),
  restore: onMachine.input(z.object({ key: DraftKey })).output(Done),

  /** A place for the files of one model, which are sent to `modelFileUrl`. */
  openDraft: onMachine.output(DraftRef),
  /** The same for a file or folder of this machine, by its path; it is read where it lies. */
  linkDraft: onMachine.input(z.object({ path: z.string().trim().min(1) })).output(DraftRef),
  /** Recognizes the files, and lists the questions that only a person can answer. */
  recognise: onMachine.input(DraftRef.extend({ answers: ModelAnswers })).output(RecognisedView),
  /** The files of an installation that fails stay until `discard`. */
  install: onMachine.input(DraftRef.extend({ answers: ModelAnswers })).output(TaskRef),
  discard: onMachine.input(DraftRef).output(Done),

  /** Installs and downloads: they are this machine's, wherever the projects lie. */
  tasks: onMachine.output(z.array(TaskView)),
  task: onMachine.input(TaskRef).output(TaskView),
  cancel: onMachine.input(TaskRef).output(Done),

  fetchable: onMachine.output(z.array(FetchableView).readonly()),
  /** From its host; with `folder`, from a folder of this machine with the same paths, such as a USB stick. */
  fetch: onMachine
    .input(ModelRef.extend({ acceptsLicence: z.boolean(), folder: z.string().trim().min(1).optional() }))
    .output(TaskRef),
  /** Lets go what an unfinished download left. */
  forget: onMachine.input(ModelRef).output(Done),
  /** Where models are fetched from instead of their own hosts. */
  mirror: onMachine.output(z.object({ mirror: z.string().nullable() })),
  setMirror: onMachine.input(z.object({ mirror: z.string().nullable() })).output(Done),

  /** Providers that models can run on here; `again` tries all of them again. */
  providers: onMachine.input(z.object({ again: z.boolean() })).output(ProvidersView),
  chooseProviders: onMachine.input(ProviderChoice).output(Done),
}
