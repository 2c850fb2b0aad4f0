import type { ImageId } from '#common/ids'
import type { RenderedImage, RenderJob } from '#core/versions/ports'

/** Which job a message is about, as its sender numbers them. */
interface OfJob {
  readonly id: number
}

/** A message to the thread: jobs, one after the other, each of which may be given up. `taken` says that an image of it was used. */
export type Request = OfJob &
  ({ readonly kind: 'render'; readonly job: RenderJob } | { readonly kind: 'taken' } | { readonly kind: 'give-up' })

/** So many images may wait to be taken; a thread that is ahead of its reader would fill the memory with them. */
export const MOST_WAITING = 8

/** A message from the thread: the images as they are finished, then how the job ended. */
export type Reply = OfJob & Outcome

export type Outcome =
  | { readonly kind: 'image'; readonly image: RenderedImage }
  | { readonly kind: 'end' }
  /** `name` and `message` of the error, and the image whose file it is about. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string; readonly unreadable?: UnreadableReply }

interface UnreadableReply {
  readonly imageId: ImageId
  readonly isDamaged: boolean
}

/** Reads what came from the other thread; a message of another shape is a bug on one of the two sides. */
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
