import { type Refusal, refuse } from '#common/errors'
import { type HiddenFiles, hiddenTally } from '#common/hidden-files'
import type { TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { TaskContext } from '../../../tasks/ports.ts'
import { checkDatasetSize, maxFileBytes, tooLarge } from '../limits.ts'
import { hiddenNote, isLeftBySystem, pathFault } from '../places.ts'
import type { DatasetProblem } from '../ports.ts'
import { type DatasetStaging, DatasetTooLargeError } from '../staging-ports.ts'

/** A dataset whose files still arrive. */
interface Arriving {
  readonly signal: AbortSignal
  readonly report: TaskContext['report']
  readonly expected: number
  readonly refused: DatasetProblem[]
  readonly hidden: ReturnType<typeof hiddenTally>
  /** Files being received right now. */
  readonly busy: Set<Promise<unknown>>
  readonly end: () => void
  files: number
  bytes: number
}

/** Receives the files of datasets into their staging. A file that is refused is one of the problems of its dataset. */
export function arrivals(staging: DatasetStaging) {
  const open = new Map<TaskId, Arriving>()

  /** Resolves when all files are there and sealed. */
  async function untilArrived(
    { taskId, signal, report }: TaskContext,
    { expected, opened }: { readonly expected: number; readonly opened: () => void },
  ): Promise<void> {
    await staging.open(taskId)
    const busy = new Set<Promise<unknown>>()
    const refused: DatasetProblem[] = []
    const hidden = hiddenTally()
    try {
      await new Promise<void>((end, fail) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => fail(signal.reason), { once: true })
        open.set(taskId, { signal, report, expected, refused, hidden, busy, end, files: 0, bytes: 0 })
        opened()
      })
    } finally {
      open.delete(taskId)
      await Promise.allSettled(busy)
    }
    await staging.seal(taskId, [...refused, ...hiddenNote(hidden.seen())])
  }

  async function takeFile(
    dataset: TaskId,
    path: string,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Result<undefined, Refusal>> {
    const into = open.get(dataset)
    if (into === undefined || into.signal.aborted) return closed()
    const taking = receive(dataset, into, { path, source })
    into.busy.add(taking)
    try {
      return await taking
    } finally {
      into.busy.delete(taking)
    }
  }

  async function receive(
    dataset: TaskId,
    into: Arriving,
    { path, source }: { readonly path: string; readonly source: AsyncIterable<Uint8Array> },
  ): Promise<Result<undefined, Refusal>> {
    const fault = pathFault(path)
    if (fault === undefined && isLeftBySystem(path)) {
      into.hidden.add(path)
      return drained(source)
    }
    if (fault !== undefined) {
      into.refused.push({ path: path.slice(0, 200), reason: fault })
      return drained(source)
    }
    const size = checkDatasetSize(into.files + 1, into.bytes)
    if (!size.ok) return size
    try {
      into.bytes += await staging.receive(dataset, { path, source, maxBytes: maxFileBytes(path) })
      into.files += 1
    } catch (failure) {
      if (!(failure instanceof DatasetTooLargeError)) throw failure
      into.refused.push({ path, reason: tooLarge(path) })
    }
    into.report({ current: into.files, total: Math.max(into.files, into.expected) })
    return ok(undefined)
  }

  /** The sender tells of hidden files that it has not sent. */
  async function arrived(dataset: TaskId, unsent?: HiddenFiles): Promise<Result<undefined, Refusal>> {
    const into = open.get(dataset)
    if (into === undefined) return closed()
    await Promise.allSettled(into.busy)
    if (unsent) into.refused.push(...hiddenNote(unsent))
    into.end()
    return ok(undefined)
  }

  return { untilArrived, takeFile, arrived }
}

/** The rest is read and dropped, so that the sender is not left hanging. */
async function drained(source: AsyncIterable<Uint8Array>): Promise<Result<undefined, Refusal>> {
  for await (const _chunk of source);
  return ok(undefined)
}

function closed() {
  return refuse('dataset-takes-no-files')
}
