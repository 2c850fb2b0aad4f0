import type { DatasetProblem } from '../ports.ts'

/** More problems than this are counted, and not kept. */
const MAX_KEPT = 10_000
const MAX_REASON = 500

export type ProblemList = ReturnType<typeof problemList>

/** Problems of a dataset, in the order in which they were met. */
export function problemList(first: readonly DatasetProblem[]) {
  const kept: DatasetProblem[] = []
  const counted = { problems: 0, notes: 0 }

  function keep({ path, line, reason, isNote }: DatasetProblem): void {
    if (kept.length >= MAX_KEPT) return
    const about = { ...(line !== undefined && { line }), ...(isNote && { isNote }) }
    kept.push({ path, ...about, reason: reason.slice(0, MAX_REASON) })
  }

  function add(problem: DatasetProblem): void {
    counted[problem.isNote ? 'notes' : 'problems'] += 1
    keep(problem)
  }

  for (const problem of first) add(problem)
  return {
    add,
    /** An image that is not taken in: it is counted as such. */
    refuse: keep,
    kept: (): readonly DatasetProblem[] => kept,
    counted: () => counted,
  }
}
