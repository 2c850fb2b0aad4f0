import { isMessage, type Message, type Value } from '#common/messages/template'
import type { DatasetProblem } from '../ports.ts'

/** More problems than this are counted, and not kept. */
const MAX_KEPT = 10_000
/** Longest parameter of a reason. */
const MAX_PARAMETER = 500

export type ProblemList = ReturnType<typeof problemList>

/** Problems of a dataset, in the order in which they were met. */
export function problemList(first: readonly DatasetProblem[]) {
  const kept: DatasetProblem[] = []
  const counted = { problems: 0, notes: 0 }

  function keep({ path, line, reason, isNote }: DatasetProblem): void {
    if (kept.length >= MAX_KEPT) return
    const about = { ...(line !== undefined && { line }), ...(isNote && { isNote }) }
    kept.push({ path, ...about, reason: cut(reason) })
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

/** The same reason without parameters that fill pages, such as a path of a thousand characters. */
function cut({ code, params, cause }: Message): Message {
  const short = Object.entries(params).map(([name, value]) => [name, cutValue(value)] as const)
  return { code, params: Object.fromEntries(short), ...(cause && { cause: cut(cause) }) }
}

function cutValue(value: Value): Value {
  if (isMessage(value)) return cut(value)
  return typeof value === 'string' ? value.slice(0, MAX_PARAMETER) : value
}
