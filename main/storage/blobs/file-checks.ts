import { createHash } from 'node:crypto'
import { constants, createReadStream, type Stats } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { FileState, StoredBytes } from '#core/images/ports'
import { hashFile } from './durable-files.ts'

/** A file that proved sound is not read again for so long, unless its times or its size have changed. */
const SOUND_FOR_MS = 10 * 60_000
const MOST_REMEMBERED = 10_000
const CHUNK_BYTES = 1024 * 1024

interface Sound extends Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs'> {
  readonly since: number
}

export interface FileChecks {
  /** Reads the file, unless it proved sound a moment ago. */
  check(path: string, expected: StoredBytes): Promise<FileState>
}

/** Compares stored files with the hash that they were stored under. */
export function fileChecks(now: () => number = () => performance.now()): FileChecks {
  const sound = new Map<string, Sound>()
  const running = new Map<string, Promise<FileState>>()

  async function read(path: string, expected: StoredBytes, found: Stats): Promise<FileState> {
    const since = now()
    if ((await hashFile(path)).hash !== expected.hash) return 'damaged'
    const [oldest] = sound.keys()
    if (sound.size >= MOST_REMEMBERED && oldest !== undefined) sound.delete(oldest)
    const { size, mtimeMs, ctimeMs } = found
    sound.set(path, { size, mtimeMs, ctimeMs, since })
    return 'sound'
  }

  function isKnown(path: string, { size, mtimeMs, ctimeMs }: Stats): boolean {
    const known = sound.get(path)
    if (known === undefined || now() - known.since > SOUND_FOR_MS) return false
    return known.size === size && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs
  }

  return {
    async check(path, expected) {
      const found = await stat(path).catch(() => undefined)
      if (found === undefined) return 'missing'
      if (expected.bytes !== undefined && found.size !== expected.bytes) return 'damaged'
      if (isKnown(path, found)) return 'sound'
      // Many may ask for one file at once.
      const reading = running.get(path) ?? read(path, expected, found).finally(() => running.delete(path))
      running.set(path, reading)
      return reading
    },
  }
}

/**
 * The bytes of a stored file for somebody else. The last of them come after all have proved to be those that were stored: what is damaged
 * breaks off and is never taken for whole.
 */
export async function* readSound(path: string, hash: string): AsyncGenerator<Uint8Array> {
  const hasher = createHash('sha256')
  let last: Buffer | undefined
  if ((await stat(path).catch(() => undefined)) === undefined)
    throw new Error('it is missing on the disk; upload the image again')
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (last !== undefined) yield last
    last = Buffer.from(chunk)
    hasher.update(last)
  }
  if (hasher.digest('hex') !== hash) throw new Error('it is damaged on the disk; upload the image again')
  if (last !== undefined) yield last
}

/** Whether a file is there and may be read. */
export async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}
