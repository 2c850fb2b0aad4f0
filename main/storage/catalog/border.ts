import type { Message } from '#common/messages/template'
import type { PublishedContents, PublishedImage } from '#core/exchange/catalog/ports'
import type { Shelf } from './shelf.ts'

/** A manifest that a thread reads, and the part of it that is told. */
export interface ThreadAsked {
  readonly path: string
  readonly wanted:
    | { readonly kind: 'shelf'; readonly folder: string; readonly stamp: string }
    | { readonly kind: 'contents' }
}

export type ThreadReply =
  /** `described`: all descriptors, one behind the other. */
  | { readonly kind: 'shelf'; readonly shelf: Shelf; readonly described: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'classes'; readonly classes: PublishedContents['classes'] }
  | { readonly kind: 'images'; readonly images: readonly PublishedImage[] }
  | { readonly kind: 'end' }
  /** The manifest cannot be used. */
  | { readonly kind: 'fault'; readonly fault: Message }

/** Both sides of the thread are this program. */
export function readAsked(data: unknown): ThreadAsked {
  return data as ThreadAsked
}

export function readReply(message: unknown): ThreadReply {
  return message as ThreadReply
}
