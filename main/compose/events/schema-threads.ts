import type { Message } from '#common/messages/template'
import { askedThreads, ThreadEndedError } from '#servers/kit/json/threads'
import { type SchemaEngine, TOO_MUCH } from '#storage/events/schemas/engine'
import { type SchemaQuestion, SchemaReply } from './schema-border.ts'

/** An engine whose work is done in threads, so that nobody else waits for it. */
export interface SchemaThreads extends SchemaEngine {
  /** Hears in which thread each schema was compiled and each event checked. */
  onDone(listener: (ranIn: number) => void): void
  close(): Promise<void>
}

/** The entry lies beside this file, as its source or beside the bundle. */
const URL_OF_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './schema-thread.ts' : './event-schema-thread.mjs',
  import.meta.url,
)

/** One answers while the other works through a pattern that takes seconds. */
const MOST_THREADS = 2
const MEMORY_MIB = 512

export function schemaThreads(checkMs?: number): SchemaThreads {
  const threads = askedThreads({
    url: URL_OF_THREAD,
    workerData: { checkMs },
    most: MOST_THREADS,
    memoryMiB: MEMORY_MIB,
  })
  const listeners: ((ranIn: number) => void)[] = []

  async function ask(question: SchemaQuestion): Promise<Message | undefined> {
    try {
      const { ranIn, found } = SchemaReply.parse(await threads.ask(question))
      for (const listener of listeners) listener(ranIn)
      return found
    } catch (failure) {
      if (failure instanceof ThreadEndedError) return TOO_MUCH
      throw failure
    }
  }

  return {
    fault: ({ name, text }) => ask({ schema: { name, text } }),
    misfit: ({ name, text }, data) => ask({ schema: { name, text }, data: JSON.stringify(data) }),
    onDone: (listener) => void listeners.push(listener),
    close: threads.close,
  }
}
