import type { Provider } from '#common/inference/manifest'
import type { TensorInfo, Tensors } from './session.ts'

/** How the networks of a model are to be opened. */
export interface OpenOptions {
  /** Absolute paths by role. */
  readonly files: Readonly<Record<string, string>>
  /** Tried in this order; the first that works is used. */
  readonly providers: readonly Provider[]
  readonly threads: number
}

/** Requests to the thread of a model. Opening comes first, once. */
export type SessionRequest =
  | { readonly kind: 'open'; readonly options: OpenOptions }
  | {
      readonly kind: 'run'
      readonly run: number
      readonly role: string
      readonly inputs: Tensors
      readonly kept?: string
    }
  /** Puts inputs aside that many runs will use, under a name. */
  | { readonly kind: 'keep'; readonly name: string; readonly tensors: Tensors }
  | { readonly kind: 'drop'; readonly name: string }
  /** Frees the networks; the thread ends. */
  | { readonly kind: 'close' }

export interface OpenedNetwork {
  readonly inputs: readonly TensorInfo[]
  readonly outputs: readonly TensorInfo[]
}

export type SessionReply =
  | {
      readonly kind: 'opened'
      readonly provider: Provider
      readonly networks: Readonly<Record<string, OpenedNetwork>>
      /** Why providers that were to be preferred are not used. */
      readonly passedOver: readonly string[]
    }
  | { readonly kind: 'ran'; readonly run: number; readonly outputs: Tensors }
  /** Without `run` the networks could not be opened; without a message no provider was there to try. */
  | { readonly kind: 'failed'; readonly run: number | undefined; readonly message: string | undefined }
