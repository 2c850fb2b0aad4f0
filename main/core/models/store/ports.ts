import type { Refusal } from '#common/errors'
import type { ModelFile, ModelManifest } from '#common/inference/manifest'
import type { DraftKey, ModelAnswers, RecognisedModel } from '#common/inference/recognition'
import { sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'
import type { InstalledModel, LoadedModel } from '../inference/ports.ts'

/** A file of a draft; the path is relative, with `/`, and stays inside. */
export interface DraftFile {
  readonly path: string
  readonly bytes: number
}

/** Files that may be a model, as they lie where they are. */
export interface DraftFiles {
  /** Name of the folder or file that they come from. */
  readonly source: string
  /** They lie on the disk of the library, and need no room of their own there. */
  readonly isOwn: boolean
  /** In code-unit order of their paths. */
  readonly files: readonly DraftFile[]
  /** The bytes at `offset`; fewer than `length` only where the file ends. */
  read(path: string, offset: number, length: number): Promise<Uint8Array>
}

/** Where the files of models lie until they are installed, each lot under a key. Nothing here is a model that could be asked for. */
export interface ModelDrafts {
  open(key: DraftKey): Promise<void>
  /** The bytes of the file; nothing of it stays when it does not arrive whole. Throws `ModelTooLargeError` above `maxBytes`. */
  receive(
    key: DraftKey,
    file: { readonly path: string; readonly source: AsyncIterable<Uint8Array>; readonly maxBytes: number },
  ): Promise<number>
  /**
   * Takes a file or folder of this machine as it lies there: it is read where it is. Links that lead out of the folder are passed
   * over. `names` takes only these of its files, by the path that each has in the draft.
   */
  link(key: DraftKey, path: string, names?: Readonly<Record<string, string>>): Promise<Result<undefined, Refusal>>
  files(key: DraftKey): Promise<Result<DraftFiles, Refusal>>
  /** A file that arrives by pieces and stays when they break off. */
  partial(key: DraftKey, path: string): Promise<PartialFile>
  /** How much of a file has arrived. */
  arrived(key: DraftKey, path: string): Promise<number>
  /** Bytes that lie here, whole or in part; 0 when there is nothing. */
  bytes(key: DraftKey): Promise<number>
  discard(key: DraftKey): Promise<void>
  all(): Promise<readonly { readonly key: DraftKey; readonly changedAt: Date }[]>
}

/** A download that may be under way for days. */
export interface PartialFile {
  readonly bytes: number
  /** The host's mark of the file of which this is a part. */
  readonly mark: string | undefined
  /** Forgets what is there. The next bytes are the first of the file with this mark. */
  restart(mark: string | undefined): Promise<void>
  append(chunk: Uint8Array): Promise<void>
  /** All of it is there: it is a file of the draft from now on. */
  finish(): Promise<void>
  /** Puts what was appended on the disk. */
  close(): Promise<void>
}

export class ModelTooLargeError extends Error {
  override readonly name = 'ModelTooLargeError'
}

export interface CopyStep {
  readonly signal: AbortSignal
  /** Called with the bytes that were written since the last call. */
  wrote(bytes: number): void
}

/** The folder of models. What it holds under an id is whole at every moment. */
export interface ModelFolder {
  /** Takes files of a draft by role to where nobody can ask for them yet, flushed, under the name of a revision. */
  stage(
    revision: DraftKey,
    from: { readonly draft: DraftKey; readonly files: Readonly<Record<string, string>> },
    step: CopyStep,
  ): Promise<StagedFiles>
  /** Writes the manifest of a model that is there again; answers false where it is not. */
  change(manifest: ModelManifest): Promise<boolean>
  /** The staged files are the model from now on; one that had the id is put into the trash under the key of the revision. */
  publish(revision: DraftKey, manifest: ModelManifest, at: Date): Promise<void>
  /** Whether the revision is the model of this id already. */
  isPublished(revision: DraftKey, id: string): Promise<boolean>
  unstage(revision: DraftKey): Promise<void>
  /** False when there is none. */
  trash(key: DraftKey, id: string, at: Date): Promise<boolean>
  trashed(): Promise<readonly TrashedModel[]>
  restore(key: DraftKey): Promise<'restored' | 'taken' | 'not-there'>
  deleteTrashed(key: DraftKey): Promise<void>
  freeBytes(): Promise<number>
}

export interface StagedFiles {
  /** Absolute path of the folder in which they lie; it moves when they are published. */
  readonly folder: string
  /** By role; their paths begin with the name of the revision, so that two of them never meet. */
  readonly files: Readonly<Record<string, ModelFile>>
}

export interface TrashedModel {
  /** By which it comes back. */
  readonly key: DraftKey
  readonly manifest: ModelManifest
  readonly trashedAt: Date
}

/** Knows the families of models by their networks. */
export interface ModelRecogniser {
  /** A refusal says what the files are instead, or what is missing among them. */
  recognise(files: DraftFiles, answers: ModelAnswers): Promise<Result<RecognisedModel, Refusal>>
}

/** Loads a model in a process that ends with the trial. */
export interface TrialRuntime {
  load(model: InstalledModel, signal: AbortSignal): Promise<Result<LoadedModel, Refusal>>
}

/** The host's answer to a download: bytes from `offset` on, which is 0 when the host sends the whole file. */
export interface DownloadAnswer {
  readonly offset: number
  /** Of the whole file; undefined when the host does not say. */
  readonly totalBytes: number | undefined
  /** By which the host knows the file again when it changed. */
  readonly mark: string | undefined
  /** Ends with `DownloadBrokenError` when the host breaks off or the signal aborts. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface ModelDownloads {
  /** Asks for the rest of the file with that mark. A trusted address is one that the operator chose: it may lie on the own network. */
  open(
    url: string,
    from: { readonly offset: number; readonly mark: string | undefined; readonly trusted: boolean },
    signal: AbortSignal,
  ): Promise<Result<DownloadAnswer, Refusal>>
}

/** The host of a model broke off, or took too long, in the middle of its bytes. */
export class DownloadBrokenError extends Error {
  override readonly name = 'DownloadBrokenError'
  readonly refusal: Refusal

  constructor(refusal: Refusal, cause: unknown) {
    super(sentenceOf(refusal), { cause })
    this.refusal = refusal
  }
}

/** Where models are fetched from instead of their own hosts. */
export interface ModelSettings {
  /** `https://host/path/`; null: each from its own host. */
  readonly mirror: string | null
}

export interface ModelSettingsStore {
  read(): Promise<ModelSettings>
  write(settings: ModelSettings): Promise<void>
}
