import type { ImageId } from '#common/ids'
import type { RenderedImage, RenderJob } from '#core/versions/ports'

/** Number that the sender gave the job. */
interface OfJob {
  readonly id: number
}

/**
 * A message to the thread: it runs jobs one after the other, and each may be canceled. `taken` says that one of its
 * images was consumed.
 */
export type Request = OfJob &
  ({ readonly kind: 'render'; readonly job: RenderJob } | { readonly kind: 'taken' } | { readonly kind: 'give-up' })

/** Maximum number of images that wait to be consumed, so that a thread ahead of its reader does not fill the memory. */
export const MOST_WAITING = 8

/** A message from the thread: each image as it is finished, then the result of the job. */
export type Reply = OfJob & Outcome

export type Outcome =
  | { readonly kind: 'image'; readonly image: RenderedImage }
  | { readonly kind: 'end' }
  /** `name` and `message` of the error, and the image whose file caused it. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string; readonly unreadable?: UnreadableReply }

interface UnreadableReply {
  readonly imageId: ImageId
  readonly isDamaged: boolean
}

/** Reads a message of the other thread. Another shape is a bug on one of the two sides. */
export function readRequest(message: unknown): Request {
  if (isRequest(message)) return message
  throw new TypeError('The render worker was sent something that is no request')
}

export function readReply(message: unknown): Reply {
  if (isReply(message)) return message
  throw new TypeError('The render worker sent something that is no reply')
}

function isRequest(message: unknown): message is Request {
  if (!isRecord(message) || typeof message['id'] !== 'number') return false
  if (message['kind'] === 'render') return isRecord(message['job'])
  return message['kind'] === 'give-up' || message['kind'] === 'taken'
}

function isReply(message: unknown): message is Reply {
  if (!isRecord(message) || typeof message['id'] !== 'number') return false
  if (message['kind'] === 'failed') return typeof message['message'] === 'string'
  return message['kind'] === 'end' || (message['kind'] === 'image' && isRecord(message['image']))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
