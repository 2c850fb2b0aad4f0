import type { Refusal } from '#common/errors'
import type { InputOf, OperationName, OutputOf } from '#core/models/inference/operations'
import type { Answer, InstalledModel, LoadedModel } from '#core/models/inference/ports'
import type { ImagePiece } from './sent-ahead.ts'
import type { HostSettings } from './settings.ts'

export type HostRequest =
  /** Comes first, once. */
  | { readonly kind: 'settle'; readonly settings: HostSettings }
  | ({ readonly kind: 'run'; readonly call: number } & RunWish)
  | { readonly kind: 'load'; readonly call: number; readonly model: InstalledModel }
  /** Its calls are waited for; those that still run after `patienceMs` are given up. */
  | { readonly kind: 'unload'; readonly call: number; readonly id: string; readonly patienceMs?: number | undefined }
  /** Comes before the run that it belongs to. */
  | ImagePiece
  /** The answer to this call is not wanted any more. */
  | { readonly kind: 'cancel'; readonly call: number }

/** An operation, with the input that belongs to it. */
export interface RunWish {
  readonly model: InstalledModel
  readonly operation: OperationName
  readonly input: InputOf<OperationName>
}

export type HostReply =
  | { readonly kind: 'ran'; readonly call: number; readonly answer: Answer<OutputOf<OperationName>> }
  | { readonly kind: 'loaded'; readonly call: number; readonly model: LoadedModel }
  | { readonly kind: 'unloaded'; readonly call: number }
  | { readonly kind: 'refused'; readonly call: number; readonly refusal: Refusal }
  /** Something broke that is no fault of the model or its input. */
  | { readonly kind: 'failed'; readonly call: number; readonly message: string }
  /** A model overran its limit, and only the end of this process ends its run. */
  | { readonly kind: 'overran' }
  /** Sent whenever one of them changes. `loads` counts all since the process began. */
  | {
      readonly kind: 'state'
      readonly loaded: readonly LoadedModel[]
      readonly loads: number
      readonly memoryBytes: number
    }
