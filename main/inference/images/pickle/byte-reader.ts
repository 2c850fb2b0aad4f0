import { message } from '#common/messages/message'
import { ImageError } from '../image-error.ts'

export interface ByteReader {
  left(): number
  byte(): number
  /** A view of the next bytes, once it is known that they are there. */
  bytes(length: number): Uint8Array
  /** A view of what is before the next line feed, which is passed over. */
  line(): Uint8Array
  uint16(): number
  int32(): number
  uint32(): number
  /** Rounded where it is larger than any length can be. */
  uint64(): number
}

const LINE_FEED = 10

/** Reads little-endian values one after the other. Throws an `ImageError` where the bytes end before them. */
export function byteReader(all: Uint8Array): ByteReader {
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength)
  let at = 0

  /** Where the next `length` bytes begin. */
  function pass(length: number): number {
    if (length > all.length - at) throw new ImageError(message('pickle-cut', { length, left: all.length - at }))
    at += length
    return at - length
  }

  return {
    left: () => all.length - at,
    byte: () => view.getUint8(pass(1)),
    bytes(length) {
      const start = pass(length)
      return all.subarray(start, start + length)
    },
    line() {
      const end = all.indexOf(LINE_FEED, at)
      if (end === -1) throw new ImageError(message('pickle-cut-in-line'))
      const line = all.subarray(at, end)
      at = end + 1
      return line
    },
    uint16: () => view.getUint16(pass(2), true),
    int32: () => view.getInt32(pass(4), true),
    uint32: () => view.getUint32(pass(4), true),
    uint64: () => Number(view.getBigUint64(pass(8), true)),
  }
}
