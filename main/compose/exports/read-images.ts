import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** A stored image: where it lies, its length and its SHA-256 in hexadecimal digits. */
export interface WantedImage {
  readonly path: string
  readonly bytes: number
  readonly hash: string
}

/** Contents of several images, one behind the other. */
export interface ReadImages {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Why an image could not be read, in the order of the images; null where it could. */
  readonly failures: readonly (string | null)[]
}

/** Reads images whole, each of which must be what was stored. Blocks its thread. */
export function readImages(images: readonly WantedImage[]): ReadImages {
  const total = images.reduce((sum, { bytes }) => sum + bytes, 0)
  // A longer file shows in one byte more, which the next image writes over.
  const bytes = new Uint8Array(new ArrayBuffer(total + 1))
  let at = 0
  const failures = images.map((image) => {
    const space = bytes.subarray(at, at + image.bytes + 1)
    at += image.bytes
    return failureOf(() => readInto(space, image))
  })
  return { bytes, failures }
}

function readInto(space: Uint8Array, { path, bytes, hash }: WantedImage): void {
  // Opening a pipe takes until somebody writes into it.
  if (!statSync(path).isFile()) throw new Error('It is not a file')
  const read = readUpTo(space, path)
  if (read !== bytes) throw new Error(`It does not have ${bytes} bytes`)
  const found = createHash('sha256').update(space.subarray(0, bytes)).digest('hex')
  if (found !== hash) throw new Error('Its bytes are not those that were stored')
}

/** Fills the space from the start of a file; the bytes that were read. */
function readUpTo(space: Uint8Array, path: string): number {
  const file = openSync(path, 'r')
  try {
    let read = 0
    for (let more = -1; more !== 0 && read < space.length; read += more) {
      more = readSync(file, space, read, space.length - read, null)
    }
    return read
  } finally {
    closeSync(file)
  }
}

function failureOf(act: () => void): string | null {
  try {
    act()
    return null
  } catch (failure) {
    return String(failure)
  }
}
