import type { JsonBounds } from '#common/json/bounds'
import { readReply } from './border.ts'
import { type ReadJson, readJson } from './read-json.ts'
import { askedThreads, ThreadEndedError } from './threads.ts'

/** Reads JSON bodies: large ones in threads of their own, so that nobody else waits for them. */
export interface JsonReader {
  /** The bytes belong to the reader from now on. */
  read(bytes: Buffer): Promise<ReadJson>
  /** The same where the value is wanted only if a member of this name is a text in it; the bytes come back. */
  readHolding(member: string, bytes: Buffer): Promise<{ readonly read: ReadJson; readonly bytes: Buffer }>
  close(): Promise<void>
}

/** What is shorter is read at once: it takes a few milliseconds at most, whatever it is. */
export const READ_AT_ONCE = 512 * 1024

interface Options {
  readonly bounds: JsonBounds
  /** Bytes from which on a body goes to a thread. */
  readonly large?: number
}

/** The entry lies beside this file, as its source or beside the bundle. */
const URL_OF_THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './json-thread.mjs', import.meta.url)

const MOST_THREADS = 2
const MEMORY_MIB = 1024

export function jsonReader({ bounds, large = READ_AT_ONCE }: Options): JsonReader {
  const threads = askedThreads({ url: URL_OF_THREAD, most: MOST_THREADS, memoryMiB: MEMORY_MIB })

  async function ask(bytes: Buffer, only?: string) {
    const own = ownBytes(bytes)
    try {
      return readReply(await threads.ask({ bytes: own, bounds, only }, [own.buffer]))
    } catch (failure) {
      if (!(failure instanceof ThreadEndedError)) throw failure
      return { read: { kind: 'excess', of: 'memory' } as const }
    }
  }

  return {
    async read(bytes) {
      return bytes.length < large ? readJson(bytes, bounds) : (await ask(bytes)).read
    },
    async readHolding(member, bytes) {
      if (bytes.length < large) return { read: readJson(bytes, bounds), bytes }
      const { read, bytes: back } = await ask(bytes, member)
      return { read, bytes: back === undefined ? Buffer.alloc(0) : Buffer.from(back.buffer) }
    },
    close: threads.close,
  }
}

/** Bytes whose memory belongs to nobody else, so that it can be given to a thread. */
export function ownBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === byteLength)
    return new Uint8Array(buffer)
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength))
}
