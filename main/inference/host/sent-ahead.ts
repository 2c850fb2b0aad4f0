import { setImmediate } from 'node:timers/promises'
import type { ImageSource, InputOf, OperationName } from '#core/models/inference/operations'

/*
 * A message is copied in one turn of the loop. So the images of a call, which can be 100 MB, travel ahead of it: each piece in a message, and
 * between them others have their turn.
 */

/** Bytes that are copied in about a millisecond. */
const PIECE = 1024 * 1024

/** A part of the nth image of a call. */
export interface ImagePiece {
  readonly kind: 'piece'
  readonly call: number
  readonly nth: number
  readonly bytes: Uint8Array
}

type Input = InputOf<OperationName>

/** Whether images of an input go ahead of it: all but the first ones that are small together. */
export function hasLargeImages(input: Input): boolean {
  return largeImages(input).size > 0
}

function largeImages(input: Input): ReadonlyMap<number, Uint8Array> {
  const large = new Map<number, Uint8Array>()
  let room = PIECE
  for (const [nth, image] of imagesOf(input).entries()) {
    if (image.kind === 'file') continue
    room -= image.bytes.length
    if (room < 0) large.set(nth, image.bytes)
  }
  return large
}

/** Sends the bytes of large images ahead. Returns the input without them. Throws the reason of a signal that is aborted meanwhile. */
export async function sendAhead(
  { call, input }: { readonly call: number; readonly input: Input },
  send: (piece: ImagePiece) => void,
  signal?: AbortSignal,
): Promise<Input> {
  const ahead = largeImages(input)
  for (const [nth, bytes] of ahead) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      signal?.throwIfAborted()
      // A copy also of a Buffer, whose `slice` is a view: what is sent of a part of a buffer can be all of it.
      send({ kind: 'piece', call, nth, bytes: new Uint8Array(bytes.subarray(at, at + PIECE)) })
      await setImmediate()
    }
  }
  signal?.throwIfAborted()
  return withImages(input, (image, nth) => (ahead.has(nth) ? emptied(image) : image))
}

/** Puts the images of calls together again. */
export interface ArrivedPieces {
  add(piece: ImagePiece): void
  /** The input as it was before its images went ahead. */
  complete(call: number, input: Input): Input
  /** For a call that will not come. */
  drop(call: number): void
}

export function arrivedPieces(): ArrivedPieces {
  const calls = new Map<number, Map<number, Uint8Array[]>>()

  return {
    add({ call, nth, bytes }) {
      const images = calls.get(call) ?? new Map<number, Uint8Array[]>()
      calls.set(call, images)
      const pieces = images.get(nth) ?? []
      images.set(nth, pieces)
      pieces.push(bytes)
    },
    complete(call, input) {
      const images = calls.get(call)
      calls.delete(call)
      if (images === undefined) return input
      return withImages(input, (image, nth) => {
        const pieces = images.get(nth)
        return pieces === undefined || image.kind === 'file' ? image : { ...image, bytes: Buffer.concat(pieces) }
      })
    },
    drop: (call) => void calls.delete(call),
  }
}

function imagesOf(input: Input): readonly ImageSource[] {
  if ('images' in input) return input.images
  return 'image' in input && input.image !== undefined ? [input.image] : []
}

function withImages(input: Input, change: (image: ImageSource, nth: number) => ImageSource): Input {
  if ('images' in input) return { ...input, images: input.images.map(change) }
  return 'image' in input && input.image !== undefined ? { ...input, image: change(input.image, 0) } : input
}

function emptied(image: ImageSource): ImageSource {
  return image.kind === 'file' ? image : { ...image, bytes: new Uint8Array() }
}
