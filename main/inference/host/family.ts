import type { Refusal } from '#common/errors'
import type { ModelFamily, ModelManifest } from '#common/inference/manifest'
import { sentenceOf } from '#common/messages/sentence'
import type { InputOf, OperationName, OutputOf } from '#core/models/inference/operations'
import type { Session, TensorShelf } from './session.ts'

/** A model whose networks are loaded, as a family opens it. */
export interface OpenedModel extends TensorShelf {
  readonly manifest: ModelManifest
  /** The network of a role; throws a `ModelRunError` when the model has none of that role. */
  session(role: string): Session
  /** The file of a role, such as a tokenizer. Throws when there is none. */
  read(role: string): Promise<Uint8Array>
  /** The texts that the file of a network holds beside its numbers, by their keys. */
  metadata(role: string): Promise<Readonly<Record<string, string>>>
}

/** Everything that a call may use besides its input. */
export interface CallContext {
  readonly signal: AbortSignal
  /** Adds the seconds of this piece of work to a stage: `decode`, `prepare`, `run` or `finish`. */
  timed<Value>(stage: Stage, work: () => Promise<Value> | Value): Promise<Value>
}
export type Stage = 'decode' | 'prepare' | 'run' | 'finish'

export type Handler<Name extends OperationName> = (
  input: InputOf<Name>,
  context: CallContext,
) => Promise<OutputOf<Name>>

/** An opened model of a family: its handlers, by operation. */
export type ModelInstance = { readonly [Name in OperationName]?: Handler<Name> } & {
  /** Frees what the instance itself holds, such as workers; networks are freed without it. */
  close?(): Promise<void>
}

/** Models with the same tensors. One file of this kind a family, listed in `models/registry.ts`. */
export interface FamilyDefinition {
  readonly id: ModelFamily
  /** Files of these roles are networks; the rest are read as they are. */
  readonly networks: readonly string[]
  open(model: OpenedModel): Promise<ModelInstance>
}

/** The input of an operation cannot be served by this model. */
export class UnservedInputError extends Error {
  override readonly name = 'UnservedInputError'
  readonly code = 'model-cannot'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal))
    this.refusal = refusal
  }
}
