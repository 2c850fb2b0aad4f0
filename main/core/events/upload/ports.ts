import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'
import type { EventFile } from '../ports.ts'
import type { CloudEvent } from './cloud-event.ts'

/** Why the receiver did not take something; `reason` holds no secret. */
export type SendFailure =
  /** No answer came: the host or the network. */
  | { readonly kind: 'unreachable'; readonly reason: Message }
  /** It answers that it cannot now, or answers nonsense. `retryAfterMs` is what it asks for. */
  | { readonly kind: 'busy'; readonly reason: Message; readonly retryAfterMs?: number }
  /** It does not take our key: nothing can be sent. */
  | { readonly kind: 'locked'; readonly reason: Message }
  /** It takes others, but not this. */
  | { readonly kind: 'refused'; readonly reason: Message }

/** The file is not on our own disk any more. */
export type SendFileFailure = SendFailure | { readonly kind: 'gone' }

/**
 * The cloud that keeps our final events. What is sent again is sent under the same name, so that it is kept once. Neither operation throws
 * when the other side fails.
 */
export interface CloudReceiver {
  /** Answers what the receiver calls the file. `path` is where its bytes lie. */
  sendFile(file: EventFile, path: string, signal: AbortSignal): Promise<Result<string, SendFileFailure>>
  sendEvent(event: CloudEvent, signal: AbortSignal): Promise<Result<void, SendFailure>>
}
