import type { DatasetProblem } from '../ports.ts'

/** More problems than this are counted, and not kept. */
const MAX_KEPT = 10_000
const MAX_REASON = 500

export type ProblemList = ReturnType<typeof problemList>

/** What is wrong with a data set, in the order in which it was met. */
export function problemList(first: readonly DatasetProblem[]) {
  const kept: DatasetProblem[] = []
  let total = 0

  function add({ path, line, reason }: DatasetProblem): void {
    total += 1
    if (kept.length >= MAX_KEPT) return
    kept.push({ path, ...(line !== undefined && { line }), reason: reason.slice(0, MAX_REASON) })
  }

  for (const problem of first) add(problem)
  return { add, kept: (): readonly DatasetProblem[] => kept, total: () => total }
}
