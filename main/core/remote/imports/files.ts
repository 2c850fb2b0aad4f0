import { brand } from '#common/border'
import type { ImportCounts } from '#common/contract/imports'
import { type Refusal, refuse } from '#common/errors'
import type { BatchId, ProjectSlug, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReportedFile } from '../../dataset/images/import-ports.ts'
import type { Outcome } from '../../management/outcome.ts'
import { isPassing } from '../passing.ts'
import type { Remote } from '../ports.ts'
import type { RemoteTasks } from '../tasks.ts'
import { countsOf, type ImportReport, type ImportReports, toOutcome } from './reports.ts'

interface Dependencies extends Remote {
  readonly tasks: RemoteTasks
  readonly reports: ImportReports
}

interface Import {
  readonly project: ProjectSlug
  readonly batchName: string
  readonly task: ReturnType<RemoteTasks['begin']>
  readonly report: ImportReport
  isOpen: boolean
}

const KEPT = 20

/** Bringing images to another machine: each file is passed on as it arrives, into a batch of the import's name. */
export function remoteImports({ host, management, random, notes, tasks, reports }: Dependencies) {
  const imports = new Map<TaskId, Import>()

  function start(project: ProjectSlug, batchName: string, expected: number) {
    const title = message('title-send-files', { count: expected, host })
    const task = tasks.begin({ kind: 'import', project, title })
    imports.set(task.taskId, { project, batchName, task, report: reports.open(task.taskId, expected), isOpen: true })
    for (const old of [...imports.keys()].slice(0, Math.max(0, imports.size - KEPT))) imports.delete(old)
    return { taskId: task.taskId, batch: brand<BatchId>(random.id()) }
  }

  function find(taskId: TaskId): Result<Import, Refusal> {
    const found = imports.get(taskId)
    if (found?.isOpen === true && !found.task.signal.aborted) return ok(found)
    return refuse('import-ended')
  }

  async function takeFile(taskId: TaskId, path: string, bytes: AsyncIterable<Uint8Array>): Outcome<ReportedFile> {
    const found = find(taskId)
    if (!found.ok) return found
    const { project, batchName: batch, report, task } = found.value
    const name = path.split('/').at(-1) ?? path
    const sent = await management.upload(project, { bytes, about: () => ({ name, batch, split: 'train' }) })
    // Nobody knows whether it arrived: it is sent again when the person tries again, and recognized then.
    if (!sent.ok && isPassing(sent.error)) return sent
    const outcome = toOutcome(path, sent)
    report.outcomes.push(outcome)
    const { length } = report.outcomes
    task.report({ current: length, total: Math.max(report.expected, length) })
    if (outcome.image !== null) notes.publish({ kind: 'images', project, image: outcome.image })
    return ok(outcome)
  }

  function expect(taskId: TaskId, expected: number): Result<undefined, Refusal> {
    const found = find(taskId)
    if (!found.ok) return found
    found.value.report.expected = expected
    return ok(undefined)
  }

  function finish(taskId: TaskId): Result<ImportCounts, Refusal> {
    const found = find(taskId)
    if (!found.ok) return found
    const counted = countsOf(found.value.report)
    found.value.isOpen = false
    found.value.task.end(ok({ ...counted, project: found.value.project }))
    return ok(counted)
  }

  return { start, takeFile, expect, finish }
}
