import { SegmentCandidate } from '#common/contract/segment'
import { AnyMessage } from '#common/messages/schema'
import type { Message } from '#common/messages/template'
import type { SegmentAnswer, SegmentImage, SegmentPrompt } from '#core/annotation/predictions/ports'

/** A request of the core to the worker; one without a prompt is a preparation. */
export interface Request {
  readonly id: number
  readonly image: SegmentImage
  readonly prompt?: SegmentPrompt
  /** One number, shared: 1 once nobody waits for the answer any more. */
  readonly givenUp: Int32Array<SharedArrayBuffer>
}

export type Reply =
  | { readonly id: number; readonly kind: 'prepared' }
  | { readonly id: number; readonly kind: 'answered'; readonly answer: SegmentAnswer }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: Message }

/** Reads what came from the other thread; a message of another shape is a bug on one of the two sides. */
export function readRequest(message: unknown): Request {
  if (isRequest(message)) return message
  throw new TypeError('The segment worker was sent something that is no request')
}

export function readReply(message: unknown): Reply {
  if (isReply(message)) return message
  throw new TypeError('The segment worker sent something that is no reply')
}

function isRequest(message: unknown): message is Request {
  return (
    isRecord(message) &&
    typeof message['id'] === 'number' &&
    isImage(message['image']) &&
    (message['prompt'] === undefined || isPrompt(message['prompt'])) &&
    message['givenUp'] instanceof Int32Array
  )
}

function isImage(value: unknown): value is SegmentImage {
  return isRecord(value) && typeof value['path'] === 'string' && typeof value['hash'] === 'string' && isSize(value)
}

function isSize(value: Record<string, unknown>): boolean {
  return typeof value['width'] === 'number' && typeof value['height'] === 'number'
}

function isPrompt(value: unknown): value is SegmentPrompt {
  return isRecord(value) && Array.isArray(value['points']) && (value['box'] === undefined || isRecord(value['box']))
}

function isReply(message: unknown): message is Reply {
  if (!isRecord(message) || typeof message['id'] !== 'number') return false
  if (message['kind'] === 'failed') return AnyMessage.safeParse(message['reason']).success
  return message['kind'] === 'prepared' || (message['kind'] === 'answered' && isAnswer(message['answer']))
}

function isAnswer(value: unknown): value is SegmentAnswer {
  if (!isRecord(value)) return false
  return value['kind'] === 'nothing-found' || SegmentCandidate.array().min(1).safeParse(value['candidates']).success
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
