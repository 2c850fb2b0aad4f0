import { isUtf8 } from 'node:buffer'
import { excessIn, type JsonBounds } from '#common/json/bounds'
import type { LongText } from '#common/long-text'
import { readReply, type Wanted } from './border.ts'
import { buffersOf, type GatheredBody, joinBody } from './gather.ts'
import { type Held, type HeldFields, heldIn } from './held-fields.ts'
import { FEW_MEMBERS, type ReadJson, readJson } from './read-json.ts'
import { textFrom } from './text-parts.ts'
import { askedThreads, ThreadEndedError } from './threads.ts'

/** Reads JSON bodies: large ones in threads of their own, so that nobody else waits for them. A body belongs to the reader from now on. */
export interface JsonReader {
  /**
   * `encoded` are members whose texts are base64, alone or in lists. In large bodies long ones are decoded where they are read and come as a
   * `Uint8Array`, which is empty where the text is not base64.
   */
  read(body: GatheredBody, encoded?: readonly string[]): Promise<ReadJson>
  /** The text that is looked for and some other members if the value holds it, and the whole body as text otherwise. */
  readHolding(fields: HeldFields, body: GatheredBody): Promise<Held>
  /** Reads no JSON; undefined where the body is not UTF-8. */
  text(body: GatheredBody): Promise<LongText | undefined>
  close(): Promise<void>
}

/** Shorter bodies are read at once, unless they have very many members. */
export const READ_AT_ONCE = 512 * 1024

/** Bodies shorter than this take a few milliseconds at most, whatever they hold. */
const SHORT = 64 * 1024

const LIGHT: JsonBounds = { levels: 1000, containers: 100_000, values: 500_000, members: FEW_MEMBERS }

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

  function isLarge(body: GatheredBody): boolean {
    return body.size >= large || (body.size >= SHORT && excessIn(joinBody(body), LIGHT) !== undefined)
  }

  async function ask(body: GatheredBody, wanted: Wanted): Promise<Held> {
    try {
      const { read, text } = readReply(await threads.ask({ body, bounds, wanted }, buffersOf(body)))
      return { read, text: text === undefined ? '' : await textFrom(text) }
    } catch (failure) {
      if (!(failure instanceof ThreadEndedError)) throw failure
      return { read: { kind: 'excess', of: 'memory' } as const, text: '' }
    }
  }

  return {
    async read(body, encoded = []) {
      if (!isLarge(body)) return readJson(joinBody(body), bounds)
      const { read } = await ask(body, { kind: 'value', encoded })
      if (read.kind === 'crowded') throw new Error('The thread of large bodies answered something else than a value')
      return read
    },
    async readHolding(fields, body) {
      if (isLarge(body)) return ask(body, { kind: 'holding', fields })
      const bytes = joinBody(body)
      const read = readJson(bytes, bounds)
      const held = read.kind === 'read' ? heldIn(read.value, fields) : undefined
      if (held !== undefined) return held
      return { read: read.kind === 'read' ? { kind: 'read', value: undefined } : read, text: bytes.toString('utf8') }
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
