import { parentPort, workerData } from 'node:worker_threads'
import type { StoreTotals } from '#core/events/ports'
import { buffersInAnswers, runCall } from '../border.ts'
import { type Answer, type Call, type Opening, type Reply, type Request, toFailure } from './messages.ts'

/**
 * The thread that has `events.db` open. Every commit waits for the disk, and a query may walk through millions of rows,
 * so neither runs on the main thread.
 */

try {
  serve(await open(workerData))
} catch (failure) {
  send({ kind: 'unopened', failure: toFailure(failure) })
}

interface Opened {
  readonly operations: Parameters<typeof runCall>[0]
  readonly totals: () => StoreTotals | undefined
  readonly youngest: number | undefined
  /** Commits what the calls so far have written. */
  commit(): void
  close(): void
}

/** Each thread loads only its own half of the program. */
async function open({ path, role, identities }: Opening): Promise<Opened> {
  if (role === 'writer') {
    const { openWriter } = await import('../writing/writer.ts')
    return openWriter(path, identities)
  }
  const { openReader } = await import('../reading/reader.ts')
  return { ...openReader(path), totals: () => undefined, youngest: undefined, commit: () => undefined }
}

function serve({ operations, totals, youngest, commit, close }: Opened): void {
  parentPort?.on('message', (request: Request) => {
    if (request.kind === 'calls') return void answerAll(request.calls)
    close()
    parentPort?.close()
  })
  send({ kind: 'opened', totals: totals(), youngest })

  async function answerAll(calls: readonly Call[]): Promise<void> {
    const answering = calls.map(answer)
    commit()
    const answers = await Promise.all(answering)
    send({ kind: 'answered', answers, totals: totals() }, buffersInAnswers(answers))
  }

  async function answer(call: Call): Promise<Answer> {
    try {
      return { id: call.id, value: await runCall(operations, call) }
    } catch (failure) {
      return { id: call.id, failure: toFailure(failure) }
    }
  }
}

function send(reply: Reply, given: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, given)
}
