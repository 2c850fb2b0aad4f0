import { createHash } from 'node:crypto'
import { constants, createReadStream, type Stats } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { BlobHash } from '#common/ids'
import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import type { BlobStore, FileState, StoredBytes } from '#core/dataset/images/ports'
import { MAX_IMAGE_BYTES } from '#core/dataset/images/rules'
import { hashFile } from './durable-files.ts'

/** A file that proved sound is not read again for so long, unless its times or its size have changed. */
const SOUND_FOR_MS = 10 * 60_000
const MOST_REMEMBERED = 10_000
const CHUNK_BYTES = 1024 * 1024

type Times = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs'>

interface Sound extends Times {
  readonly since: number
}

export interface FileChecks {
  /** Reads the file, unless it proved sound a moment ago. */
  check(path: string, expected: StoredBytes): Promise<FileState>
  /** Checks without reading the file: one of the right size is sound unless a check found it damaged. */
  glance(path: string, expected: StoredBytes): Promise<FileState>
}

/** Compares stored files with the hash that they were stored under. */
export function fileChecks(now: () => number = () => performance.now()): FileChecks {
  const sound = new Map<string, Sound>()
  const damaged = new Map<string, Times>()
  const running = new Map<string, Promise<FileState>>()

  async function read(path: string, expected: StoredBytes, found: Stats): Promise<FileState> {
    const since = now()
    const { size, mtimeMs, ctimeMs } = found
    if ((await hashFile(path)).hash !== expected.hash) {
      remember(damaged, path, { size, mtimeMs, ctimeMs })
      return 'damaged'
    }
    remember(sound, path, { size, mtimeMs, ctimeMs, since })
    return 'sound'
  }

  function isKnown(path: string, found: Stats): boolean {
    const known = sound.get(path)
    return known !== undefined && now() - known.since <= SOUND_FOR_MS && isSame(known, found)
  }

  return {
    async glance(path, expected) {
      const found = await look(path, expected)
      if (typeof found === 'string') return found
      const known = damaged.get(path)
      return known !== undefined && isSame(known, found) ? 'damaged' : 'sound'
    },
    async check(path, expected) {
      const found = await look(path, expected)
      if (typeof found === 'string') return found
      if (isKnown(path, found)) return 'sound'
      // Many may ask for one file at once.
      const reading = running.get(path) ?? read(path, expected, found).finally(() => running.delete(path))
      running.set(path, reading)
      return reading
    },
  }
}

/** The checks of a folder of blobs. */
export function blobChecks(pathOf: (hash: BlobHash) => string): Pick<BlobStore, 'check' | 'glance'> {
  const checks = fileChecks()
  return {
    // Whoever knows no length asks for an image.
    check: (hash, bytes) => checks.check(pathOf(hash), { hash, bytes, mostBytes: MAX_IMAGE_BYTES }),
    glance: (hash, bytes) => checks.glance(pathOf(hash), { hash, bytes }),
  }
}

/** Looked at before it is read: what is no file may have no end. */
async function look(path: string, expected: Partial<StoredBytes>): Promise<Stats | 'missing' | 'damaged'> {
  const { bytes, mostBytes = Number.POSITIVE_INFINITY } = expected
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 'missing'
  const isFit = bytes === undefined ? found.size <= mostBytes : found.size === bytes
  return found.isFile() && isFit ? found : 'damaged'
}

function isSame(known: Times, found: Times): boolean {
  return known.size === found.size && known.mtimeMs === found.mtimeMs && known.ctimeMs === found.ctimeMs
}

function remember<Known>(all: Map<string, Known>, path: string, known: Known): void {
  const [oldest] = all.keys()
  if (all.size >= MOST_REMEMBERED && oldest !== undefined) all.delete(oldest)
  all.set(path, known)
}

/**
 * The bytes of a stored file for somebody else. The last of them come after all have proved to be those that were stored: what is damaged
 * breaks off and is never taken for whole.
 */
export async function* readSound(path: string, hash: string): AsyncGenerator<Uint8Array> {
  const hasher = createHash('sha256')
  let last: Buffer | undefined
  const found = await look(path, {})
  if (found === 'missing') throw new SaidError(MISSING)
  if (found === 'damaged') throw new SaidError(DAMAGED)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (last !== undefined) yield last
    last = Buffer.from(chunk)
    hasher.update(last)
  }
  if (hasher.digest('hex') !== hash) throw new SaidError(DAMAGED)
  if (last !== undefined) yield last
}

const MISSING = message('blob-missing')
const DAMAGED = message('blob-damaged')

/** Whether a file is there and may be read. */
export async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}
