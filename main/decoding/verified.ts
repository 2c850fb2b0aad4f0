import { createHash, hash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { EncodedSource } from './image.ts'
import { checkImageFile, DamagedFileError, regularFile } from './image-file.ts'

/** Larger files are read twice, once for their hash: they are decoded row by row rather than held in memory. */
const MOST_HELD_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/**
 * Returns a stored file for decoding after verifying its SHA-256. Blocks on the disk, so it is for threads with nothing
 * else to do: that takes a fraction of the time of five asynchronous calls. Throws a `DamagedFileError`.
 */
export async function verifiedSource(path: string, sha256: string): Promise<EncodedSource> {
  try {
    const { size } = regularFile(statSync(path))
    if (size > MOST_HELD_BYTES) {
      verify(await streamHash(path), sha256)
      return path
    }
    const bytes = readFileSync(path)
    verify(hash('sha256', bytes), sha256)
    return bytes
  } catch (failure) {
    if (isMissing(failure)) throw new DamagedFileError('missing', { cause: failure })
    throw failure
  }
}

/** Returns the bytes of a stored file of any size, unverified if there is no hash. Throws a `DamagedFileError`. */
export async function verifiedBytes(path: string, sha256: string | undefined): Promise<Buffer> {
  await checkImageFile(path)
  const bytes = await readFile(path)
  if (sha256 !== undefined) verify(hash('sha256', bytes), sha256)
  return bytes
}

function verify(found: string, expected: string): void {
  if (found !== expected) throw new DamagedFileError('damaged')
}

async function streamHash(path: string): Promise<string> {
  const hasher = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hasher.update(chunk)
  return hasher.digest('hex')
}

function isMissing(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ENOENT'
}
