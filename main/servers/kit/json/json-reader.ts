import { isUtf8 } from 'node:buffer'
import type { JsonBounds } from '#common/json/bounds'
import { readReply, type Wanted } from './border.ts'
import { buffersOf, type GatheredBody, joinBody } from './gather.ts'
import { type ReadJson, readJson } from './read-json.ts'
import { askedThreads, ThreadEndedError } from './threads.ts'

/** Reads JSON bodies: large ones in threads of their own, so that nobody else waits for them. A body belongs to the reader from now on. */
export interface JsonReader {
  read(body: GatheredBody): Promise<ReadJson>
  /** The value if a member of this name is a text in it, and the body as text otherwise. */
  readHolding(member: string, body: GatheredBody): Promise<HeldText>
  /** Reads no JSON; undefined where the body is not UTF-8. */
  text(body: GatheredBody): Promise<string | undefined>
  close(): Promise<void>
}

interface HeldText {
  readonly read: ReadJson
  readonly text: string
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

  async function ask(body: GatheredBody, wanted: Wanted) {
    try {
      return readReply(await threads.ask({ body, bounds, wanted }, buffersOf(body)))
    } catch (failure) {
      if (!(failure instanceof ThreadEndedError)) throw failure
      return { read: { kind: 'excess', of: 'memory' } as const, text: '' }
    }
  }

  return {
    async read(body) {
      return body.size < large ? readJson(joinBody(body), bounds) : (await ask(body, { kind: 'value' })).read
    },
    async readHolding(member, body) {
      if (body.size >= large) return ask(body, { kind: 'holding', member })
      const bytes = joinBody(body)
      return { read: readJson(bytes, bounds), text: bytes.toString('utf8') }
    },
    async text(body) {
      if (body.size >= large) {
        const { read, text } = await ask(body, { kind: 'text' })
        return read.kind === 'not-utf8' ? undefined : text
      }
      const bytes = joinBody(body)
      return isUtf8(bytes) ? bytes.toString('utf8') : undefined
    },
    close: threads.close,
  }
}
