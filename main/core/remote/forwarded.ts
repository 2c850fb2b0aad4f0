import type { ForwardingNotice } from '#common/contract/forwarding'
import type { LibraryNote } from '#common/contract/session'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'

/** A call of a procedure, as a page made it. */
export interface ForwardedCall {
  readonly path: readonly string[]
  readonly input: unknown
  readonly signal?: AbortSignal
}

/** Answer of the remote Tessera. Nothing of it is believed before it fits the contract. */
export type ForwardedAnswer =
  | { readonly kind: 'answered'; readonly value: unknown }
  /** Its procedure refused. `data` goes to the page once it has been checked. */
  | { readonly kind: 'refused'; readonly message: string; readonly data: unknown }
  /** No answer of a procedure came. `wasSent`: the call left this machine, and a procedure may have done its work. */
  | { readonly kind: 'failed'; readonly refusal: Refusal; readonly wasSent: boolean }

/** A request to a route of the studio. */
export interface ForwardedRequest {
  readonly method: string
  /** Path with query, from the root of the studio. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: AsyncIterable<Uint8Array> | undefined
  readonly signal: AbortSignal
}

/** The studio of another Tessera: its procedures and routes, asked with the key of the connection. */
export interface ForwardedStudio {
  call(call: ForwardedCall): Promise<ForwardedAnswer>
  /** Refuses where no answer came; what came may be any status. */
  send(request: ForwardedRequest): Promise<Result<Response, Refusal>>
}

/** The same with what only the connection itself asks. */
export interface ForwardedConnection extends ForwardedStudio {
  /**
   * The server's description of itself; undefined where it is no Tessera, or one that forwards nothing to this key. Refuses where it is
   * away.
   */
  notice(): Promise<Result<ForwardingNotice | undefined, Refusal>>
  /** Notes on changes at the remote, until the signal or the connection ends them. */
  watch(signal: AbortSignal): AsyncIterable<LibraryNote>
}
