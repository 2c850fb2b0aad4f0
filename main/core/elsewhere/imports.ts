import { brand } from '#common/border'
import type { ImportCounts, ImportOutcome } from '#common/contract/imports'
import { type Refusal, refuse } from '#common/errors'
import { type BatchId, ImageId, type ProjectSlug, type TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { UploadedPicture } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import { isPassing } from './passing.ts'
import type { Elsewhere } from './ports.ts'
import type { TasksElsewhere } from './tasks.ts'

interface Dependencies extends Elsewhere {
  readonly tasks: TasksElsewhere
}

interface Import {
  readonly project: ProjectSlug
  readonly batchName: string
  readonly task: ReturnType<TasksElsewhere['begin']>
  readonly outcomes: ImportOutcome[]
  expected: number
  isOpen: boolean
}

const KEPT = 20
const ORDER = ['refused', 'duplicate', 'added']

/** Bringing pictures to another machine: each file is passed on as it arrives, into a batch of the import's name. */
export function importsElsewhere({ host, management, random, notes, tasks }: Dependencies) {
  const imports = new Map<TaskId, Import>()

  function start(project: ProjectSlug, batchName: string, expected: number) {
    const title = expected === 1 ? `Send 1 file to ${host}` : `Send ${expected.toLocaleString('en')} files to ${host}`
    const task = tasks.begin({ kind: 'import', project, title })
    imports.set(task.taskId, { project, batchName, task, outcomes: [], expected, isOpen: true })
    for (const old of [...imports.keys()].slice(0, Math.max(0, imports.size - KEPT))) imports.delete(old)
    return { taskId: task.taskId, batch: brand<BatchId>(random.id()) }
  }

  function find(taskId: TaskId): Result<Import, Refusal> {
    const found = imports.get(taskId)
    if (found?.isOpen === true && !found.task.signal.aborted) return ok(found)
    return refuse(
      'import-not-running',
      'This import has ended. Start it again; pictures that are there already are recognised',
    )
  }

  async function takeFile(taskId: TaskId, path: string, bytes: AsyncIterable<Uint8Array>): Outcome<ImportOutcome> {
    const found = find(taskId)
    if (!found.ok) return found
    const { project, batchName: batch, outcomes, task } = found.value
    const name = path.split('/').at(-1) ?? path
    const sent = await management.upload(project, { bytes, about: () => ({ name, batch, split: 'train' }) })
    // Nobody knows whether it arrived: it is sent again when the person tries again, and recognised then.
    if (!sent.ok && isPassing(sent.error)) return sent
    const outcome = toOutcome(path, sent)
    outcomes.push(outcome)
    task.report({ current: outcomes.length, total: Math.max(found.value.expected, outcomes.length) })
    if (outcome.image !== null) notes.publish({ kind: 'images', project, image: outcome.image })
    return ok(outcome)
  }

  function expect(taskId: TaskId, expected: number): Result<undefined, Refusal> {
    const found = find(taskId)
    if (!found.ok) return found
    found.value.expected = expected
    return ok(undefined)
  }

  function finish(taskId: TaskId): Result<ImportCounts, Refusal> {
    const found = find(taskId)
    if (!found.ok) return found
    const counted = countsOf(found.value)
    found.value.isOpen = false
    found.value.task.end(ok({ ...counted, project: found.value.project }))
    return ok(counted)
  }

  function counts(taskId: TaskId): ImportCounts {
    const found = imports.get(taskId)
    return found ? countsOf(found) : { added: 0, duplicates: 0, refused: 0, retryable: 0, expected: 0 }
  }

  function report(taskId: TaskId, only: 'all' | 'refused' | 'duplicate', { offset, limit }: Window) {
    const all = (imports.get(taskId)?.outcomes ?? []).filter(({ outcome }) => only === 'all' || outcome === only)
    const sorted = all.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome))
    return { total: all.length, rows: sorted.slice(offset, offset + limit) }
  }

  return { start, takeFile, expect, finish, counts, report }
}

interface Window {
  readonly offset: number
  readonly limit: number
}

function countsOf({ outcomes, expected }: Import): ImportCounts {
  const of = (wanted: ImportOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const counts = { added: of('added'), duplicates: of('duplicate'), refused: of('refused'), retryable: 0 }
  return { ...counts, expected: Math.max(expected, outcomes.length) }
}

function toOutcome(path: string, sent: Result<UploadedPicture, Refusal>): ImportOutcome {
  if (!sent.ok) return { path, image: null, outcome: 'refused', reason: sent.error.message }
  const { id, duplicateOf } = sent.value
  const image = ImageId.safeParse(id).data ?? null
  return { path, image, outcome: duplicateOf === undefined ? 'added' : 'duplicate', reason: duplicateOf ?? null }
}
