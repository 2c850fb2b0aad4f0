import type { Refusal } from '#common/errors'
import { DatasetFileError } from '#core/exchange/datasets/ports'
import { parent } from '#processes/parent'
import { type FromProcess, OUT_OF_MEMORY, readToProcess } from './messages.ts'

/** State that one lease keeps open in the process. */
export interface BoundedSession {
  answer(request: unknown): Promise<unknown>
  close(): Promise<void>
}

/** How a session tells that it gets on, and what it is working on. */
export type TellAlive = (at?: string) => void

const NOTHING = { at: undefined, when: 0 }

/** More often would cost more than it tells. */
const TELL_EVERY_MS = 50

/**
 * The side of the process: answers requests with a session that is made for each lease. `mostMemory` bounds what lies outside the heap
 * as well; the heap is bounded by the flag that the process was started with.
 */
export function serveBounded(open: (alive: TellAlive) => BoundedSession, mostMemory: number): void {
  const asker = parent()
  const say = (message: FromProcess) => asker.send(message)
  let session: BoundedSession | undefined
  let told: { readonly at: string | undefined; readonly when: number } = NOTHING

  function alive(at?: string): void {
    const now = performance.now()
    if (now - told.when < TELL_EVERY_MS && (at === undefined || at === told.at)) return
    if (process.memoryUsage.rss() > mostMemory) process.exit(OUT_OF_MEMORY)
    told = { at: at ?? told.at, when: now }
    say({ kind: 'alive', at: told.at })
  }

  async function serve(call: number, request: unknown): Promise<void> {
    session ??= open(alive)
    try {
      say({ kind: 'answer', call, value: await session.answer(request) })
    } catch (failure) {
      const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
      say({ kind: 'failed', call, name, message, ...refusalIn(failure) })
    }
  }

  async function end(): Promise<void> {
    const ended = session
    session = undefined
    told = NOTHING
    await ended?.close()
  }

  asker.onMessage((message) => {
    const asked = readToProcess(message)
    if (asked.kind === 'ask') void serve(asked.call, asked.request)
    else void end()
  })
  // From now on silence counts.
  say({ kind: 'alive', at: undefined })
}

function refusalIn(failure: unknown): { readonly refusal?: Refusal } {
  return failure instanceof DatasetFileError ? { refusal: failure.refusal } : {}
}
