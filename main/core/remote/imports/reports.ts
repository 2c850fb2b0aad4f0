import type { ImportCounts, ImportFilter, ImportOutcome } from '#common/contract/imports'
import type { Refusal } from '#common/errors'
import { ImageId, type TaskId } from '#common/ids'

import type { Result } from '#common/result'
import type { ReportedFile } from '../../dataset/images/import-ports.ts'
import { refusedOutcome } from '../../dataset/images/outcome.ts'
import type { UploadedImage } from '../../management/model.ts'

export type ImportReports = ReturnType<typeof importReports>

/** Outcome of each file or address of one import. */
export interface ImportReport {
  readonly outcomes: ReportedFile[]
  /** Of the refused: addresses that may do better another time. */
  readonly retryable: Set<string>
  expected: number
}

interface Window {
  readonly offset: number
  readonly limit: number
}

/** As many as tasks are listed. */
const KEPT = 50
const NONE = {
  added: 0,
  duplicates: 0,
  refused: 0,
  labelled: 0,
  repeated: 0,
  repaired: 0,
  problems: 0,
  notes: 0,
  retryable: 0,
}
const ORDER = ['refused', 'duplicate', 'added']

/** The reports of the last imports. The API keeps none: they are forgotten when the program ends. */
export function importReports() {
  const reports = new Map<TaskId, ImportReport>()

  function open(taskId: TaskId, expected: number): ImportReport {
    const report = { outcomes: [], retryable: new Set<string>(), expected }
    reports.set(taskId, report)
    for (const old of [...reports.keys()].slice(0, Math.max(0, reports.size - KEPT))) reports.delete(old)
    return report
  }

  function counts(taskId: TaskId): ImportCounts {
    const found = reports.get(taskId)
    return found ? countsOf(found) : { ...NONE, expected: 0 }
  }

  function rows(taskId: TaskId, only: ImportFilter, { offset, limit }: Window) {
    const all = (reports.get(taskId)?.outcomes ?? []).filter(({ outcome }) => only === 'all' || outcome === only)
    const sorted = all.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome))
    return { total: all.length, rows: sorted.slice(offset, offset + limit) }
  }

  return { open, counts, rows }
}

export function countsOf({ outcomes, retryable, expected }: ImportReport): ImportCounts {
  const of = (wanted: ImportOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const counts = { ...NONE, added: of('added'), duplicates: of('duplicate'), refused: of('refused') }
  return { ...counts, retryable: retryable.size, expected: Math.max(expected, outcomes.length) }
}

/** The line of the report on a file or an address. */
export function toOutcome(path: string, sent: Result<UploadedImage, Refusal>): ReportedFile {
  if (!sent.ok) return refusedOutcome(path, sent.error)
  const { id, duplicateOf } = sent.value
  const outcome = duplicateOf === undefined ? 'added' : 'duplicate'
  return { path, image: ImageId.safeParse(id).data ?? null, outcome, existing: duplicateOf || null, reason: null }
}
