import type { Refusal } from '#common/errors'
import type { ModelManifest, Provider } from '#common/inference/manifest'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { InputOf, OperationName, OutputOf, Timed } from './operations.ts'

/** A model that lies in the library, ready to be loaded. */
export interface InstalledModel {
  readonly manifest: ModelManifest
  /** Absolute path of its folder. */
  readonly folder: string
}

/** A model whose sessions are open. */
export interface LoadedModel {
  readonly id: string
  /** Bytes by which the memory of the process grew when it was loaded. */
  readonly memoryBytes: number
  /** Null on a processor without memory of its own. */
  readonly vramBytes: number | null
  readonly provider: Provider
  /** Why providers that come before it are not used, a sentence each. */
  readonly passedOver: readonly string[]
  /** Null where the network takes any number of images at once. */
  readonly batchSize: number | null
  readonly inputWidth: number | null
  readonly inputHeight: number | null
  readonly loadSeconds: number
}

/** A request to a model. */
export interface ModelCall<Name extends OperationName> {
  readonly model: InstalledModel
  readonly operation: Name
  readonly input: InputOf<Name>
}

/** An answer, and what it took. */
export interface Answer<Output> extends Timed {
  readonly output: Output
  /** How long the model took to load, when this call had to wait for that. */
  readonly coldSeconds?: number
  /** Seconds by stage: `decode`, `prepare`, `run`, `finish`. */
  readonly stages: Readonly<Record<string, number>>
}

/**
 * Runs models: the host process of this machine. Refusals are words for the caller; one that says `inference-stopped` may be tried again.
 */
export interface ModelRuntime {
  run<Name extends OperationName>(
    call: ModelCall<Name>,
    signal?: AbortSignal,
  ): Promise<Result<Answer<OutputOf<Name>>, Refusal>>
  load(model: InstalledModel): Promise<Result<LoadedModel, Refusal>>
  /** Waits for what it runs; what still runs after `patienceMs` is given up. Does nothing for a model that is not loaded. */
  unload(id: string, patienceMs?: number): Promise<void>
  unloadAll(): Promise<void>
  /** In the order in which they were loaded. */
  loaded(): readonly LoadedModel[]
  /** Resident memory of the process in bytes; 0 while none runs. */
  memoryBytes(): number
  /** Process id, or undefined while none runs. */
  processId(): number | undefined
  close(): Promise<void>
}

/** The models of the library. */
export interface ModelShelf {
  /** By id, in the order of the ids. */
  list(): Promise<readonly InstalledModel[]>
  find(id: string): Promise<InstalledModel | undefined>
  /** Why what lies under an id is no model, as a sentence without its full stop; undefined where nothing lies there. */
  fault(id: string): Promise<Message | undefined>
}

/** Rebuilds objects in three dimensions: another server. */
export interface Reconstructor {
  /** Sends a request with its image and masks, bytes as base64, and answers the JSON that comes back. */
  reconstruct(request: object, signal: AbortSignal): Promise<Result<Uint8Array, Refusal>>
}
