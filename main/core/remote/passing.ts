import type { Refusal } from '#common/errors'
import { reasonOf } from '#common/messages/sentence'

const PASSING: readonly string[] = ['remote-unreachable', 'remote-key-refused', 'remote-busy']

/** Whether the other machine may do the same later: it is away, waits for another key, or is busy. */
export function isPassing(refusal: Refusal): boolean {
  return PASSING.includes(reasonOf(refusal))
}
