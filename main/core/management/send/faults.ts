import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'

/** A task that failed names at most this many images. */
const NAMED = 5

/** Faults as one, the last of which are counted alone. */
export function joinedFaults(faults: readonly Message[]): Message | undefined {
  return joined(faults.slice(0, NAMED), faults.length - NAMED)
}

function joined([fault, ...others]: readonly Message[], more: number): Message | undefined {
  if (fault === undefined) return undefined
  const next = joined(others, more)
  if (next) return message('fault-and-next', { fault, next })
  return more > 0 ? message('fault-and-more', { fault, more }) : fault
}
