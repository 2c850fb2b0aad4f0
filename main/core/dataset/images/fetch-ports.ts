import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'

/** How the sentence of every refused address begins. */
export const FETCH_PREFIX = 'Could not fetch image URL: '

/** Fetches images from the addresses that callers name. */
export interface ImageFetcher {
  /**
   * Asks for what lies at an http or https address. The bytes come as they arrive; they end with `FetchBrokenError` when the
   * host breaks off or the signal aborts. Whoever opens an image reads it, to its end or until enough was read.
   */
  open(url: string, signal?: AbortSignal): Promise<Result<AsyncIterable<Uint8Array>, Refusal>>
}

/** The host of an image broke off, or took too long, in the middle of its bytes. */
export class FetchBrokenError extends Error {
  override readonly name = 'FetchBrokenError'
  readonly refusal: Refusal

  constructor(refusal: Refusal, cause: unknown) {
    super(sentenceOf(refusal), { cause })
    this.refusal = refusal
  }
}

/** Why an image was not fetched, in a list of addresses: beside its address a reason need not say that it is about one. */
export function besideAddress(refusal: Refusal): Message {
  const { code, cause } = refusal
  const isOfAddress = code === 'image-url-not-fetched' || code === 'image-host-failed'
  return isOfAddress && cause ? message('not-fetched', {}, cause) : refusal
}
