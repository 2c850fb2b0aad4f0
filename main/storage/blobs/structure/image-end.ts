import { imageStructure } from '../image-structure.ts'

/** The end marker of a format stands in these last bytes, where nothing was appended behind it. */
const TAIL_BYTES = 32 * 1024

const END_OF_JPEG = Buffer.from([0xff, 0xd9])
const END_OF_PNG = Buffer.from('IEND')

export interface ImageEnd {
  add(chunk: Uint8Array): void
  /** Whether the file seems to end too early. Only a decoder is sure: some files lack their end marker and are whole. */
  seemsCut(head: Uint8Array): boolean
}

/** Watches the end of an image's bytes as they pass. */
export function imageEnd(): ImageEnd {
  let tail = Buffer.alloc(0)
  let bytes = 0
  return {
    add(chunk) {
      bytes += chunk.byteLength
      tail = Buffer.concat([tail.subarray(-TAIL_BYTES), chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
    },
    seemsCut(head) {
      const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
      if (start.byteLength === bytes) return imageStructure(start).kind === 'cut'
      if (start.byteLength < 12) return false
      if (start.readUInt16BE(0) === 0xffd8) return !tail.includes(END_OF_JPEG)
      if (start.toString('latin1', 1, 4) === 'PNG') return !tail.includes(END_OF_PNG)
      return start.toString('latin1', 0, 4) === 'RIFF' && start.readUInt32LE(4) + 8 > bytes
    },
  }
}
