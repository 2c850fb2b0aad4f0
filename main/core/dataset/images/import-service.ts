import type { ImportCounts } from '#common/contract/imports'
import { type Refusal, refuse } from '#common/errors'
import type { BatchId, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { begun } from '../../tasks/begun.ts'
import { type Line, newLine } from '../../tasks/line.ts'
import type { TaskContext, TaskResult, TaskRunner, TaskWork } from '../../tasks/ports.ts'
import type { Project } from '../projects/ports.ts'
import type { ImportRepository, ReportedFile } from './import-ports.ts'
import { outcomeOf, refusedOutcome } from './outcome.ts'
import type { ImageService } from './service.ts'

export type ImportService = ReturnType<typeof importService>

interface Dependencies {
  readonly imports: ImportRepository
  readonly images: ImageService
  readonly runner: TaskRunner
}

/** An import that is open: files still arrive. */
interface OpenImport {
  readonly project: Project
  readonly batch: BatchId
  expected: number
  seen: number
  /** Files being taken in right now; the import ends after the last of them. */
  readonly busy: Set<Promise<unknown>>
  /** Files that are sent side by side come into the project in the order of their requests. */
  readonly line: Line
  readonly signal: AbortSignal
  readonly report: TaskContext['report']
  readonly end: () => void
}

/**
 * Imports as tasks: the files come one by one over HTTP, the task ends when the sender says so. Each image is whole or absent
 * at every moment; a cancel or a crash keeps those that were answered as added.
 */
export function importService({ imports, images, runner }: Dependencies) {
  const open = new Map<TaskId, OpenImport>()
  const starting = new Map<TaskId, { project: Project; batch: BatchId; expected: number; opened: () => void }>()

  const work: TaskWork = {
    kind: 'import',
    afterCrash: { abandon: message('import-cut-off') },
    async run(_input, context): Promise<TaskResult> {
      const start = starting.get(context.taskId)
      starting.delete(context.taskId)
      if (start === undefined) throw new Error('An import cannot be started without its sender')
      await untilEnded(context, start)
      const counts = await imports.counts(context.taskId)
      return { ...counts, project: start.project.slug, batch: start.batch }
    },
  }

  async function untilEnded(
    { taskId, signal, report }: TaskContext,
    { project, batch, expected, opened }: StartedImport,
  ) {
    try {
      await new Promise<void>((resolve, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        open.set(taskId, {
          project,
          batch,
          expected,
          seen: 0,
          busy: new Set(),
          line: newLine(),
          signal,
          report,
          end: resolve,
        })
        opened()
      })
    } finally {
      const busy = [...(open.get(taskId)?.busy ?? [])]
      open.delete(taskId)
      await Promise.allSettled(busy)
    }
  }

  async function start(
    project: Project,
    batchName: string,
    expected: number,
  ): Promise<Result<{ taskId: TaskId; batch: BatchId }, Refusal>> {
    const batch = await images.batch(project, batchName)
    const title = message('title-import-files', { count: expected })
    const input = { project: project.slug, batch, expected }
    const task = { workspace: project.workspace, projectId: project.id, kind: 'import' as const, title, input }
    const taskId = await runner.create(task)
    const { promise: ready, resolve: opened } = Promise.withResolvers<void>()
    starting.set(taskId, { project, batch, expected, opened })
    const started = await begun(taskId, ready, runner.begin(taskId, 'import', input).ended)
    starting.delete(taskId)
    return started.ok ? ok({ taskId, batch }) : started
  }

  async function takeFile(
    taskId: TaskId,
    path: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<Result<ReportedFile, Refusal>> {
    const into = open.get(taskId)
    if (into === undefined || into.signal.aborted) return notRunning()
    const taking = takeInto(into, { taskId, path, bytes })
    into.busy.add(taking)
    try {
      return ok(await taking)
    } finally {
      into.busy.delete(taking)
      into.seen += 1
      into.report({ current: into.seen, total: Math.max(into.expected, into.seen) })
    }
  }

  async function takeInto(into: OpenImport, file: { taskId: TaskId; path: string; bytes: AsyncIterable<Uint8Array> }) {
    const added = await images.add(into.project, {
      path: file.path,
      bytes: file.bytes,
      batch: into.batch,
      split: 'train',
      line: into.line,
    })
    const outcome = added.ok ? outcomeOf(file.path, added.value) : refusedOutcome(file.path, added.error)
    await imports.record(file.taskId, outcome)
    return outcome
  }

  function expect(taskId: TaskId, expected: number): Result<undefined, Refusal> {
    const into = open.get(taskId)
    if (into === undefined) return notRunning()
    into.expected = expected
    into.report({ current: into.seen, total: Math.max(expected, into.seen) })
    return ok(undefined)
  }

  async function finish(taskId: TaskId): Promise<Result<ImportCounts, Refusal>> {
    const into = open.get(taskId)
    if (into === undefined) return notRunning()
    await Promise.allSettled(into.busy)
    const counts = await imports.counts(taskId)
    into.end()
    return ok({ ...counts, expected: into.expected })
  }

  async function counts(taskId: TaskId): Promise<ImportCounts> {
    const counted = await imports.counts(taskId)
    const seen = counted.added + counted.duplicates + counted.refused
    return { ...counted, expected: Math.max(open.get(taskId)?.expected ?? 0, seen) }
  }

  return { work, start, takeFile, expect, finish, counts, report: imports.report, reasons: imports.reasons }
}

interface StartedImport {
  readonly project: Project
  readonly batch: BatchId
  readonly expected: number
  readonly opened: () => void
}

function notRunning() {
  return refuse('import-ended')
}
