import type { SendFailure } from './ports.ts'

/** How the sender goes on; all times in milliseconds. */
export interface UploadPace {
  /** Most events on their way at a time. */
  readonly lanes: number
  /** After its first failure an event waits so long, after each further one twice as long … */
  readonly firstMs: number
  /** … up to this. */
  readonly longestMs: number
  /** An event that the receiver refuses is tried again after this. */
  readonly heldMs: number
  /** The sender as a whole waits no longer than this before it tries one event. */
  readonly longestPauseMs: number
  /** How often events are looked for whose time has come. */
  readonly lookMs: number
}

export const UPLOAD_PACE: UploadPace = {
  lanes: 4,
  firstMs: 1000,
  longestMs: 600_000,
  heldMs: 3_600_000,
  longestPauseMs: 60_000,
  lookMs: 1000,
}

/** So many failures one after the other are no matter of one event. */
const FAILURES_IN_A_ROW = 3

/**
 * How long each event and the sender as a whole wait. Failures in a row, whichever events they meet, make the whole sender wait, so that a
 * host that is away or overloaded is not asked once for every event; after such a pause one event goes first.
 * @param chance a number in [0, 1), so that many machines do not come back at the same moment
 */
export function pacing(pace: UploadPace, chance: () => number) {
  let inRow = 0
  let pausedUntil = 0
  let trouble: SendFailure | undefined

  function backOff(attempts: number): number {
    const full = Math.min(pace.firstMs * 2 ** attempts, pace.longestMs)
    return full * (0.5 + chance() / 2)
  }

  function pause(failure: SendFailure, now: number, ms: number): void {
    trouble = failure
    pausedUntil = Math.max(pausedUntil, now + ms)
  }

  /** It could not, and may be able to later. */
  function passing(failure: SendFailure, attempts: number, now: number): number {
    const asked = failure.kind === 'busy' ? Math.min(failure.retryAfterMs ?? 0, pace.longestMs) : 0
    inRow += 1
    const surplus = inRow - FAILURES_IN_A_ROW
    if (surplus >= 0) pause(failure, now, Math.min(backOff(surplus), pace.longestPauseMs))
    if (asked > 0) pause(failure, now, asked)
    return Math.max(backOff(attempts), asked)
  }

  function flows(): void {
    inRow = 0
    trouble = undefined
  }

  return {
    /** How many events may be on their way now. */
    lanes: () => (trouble === undefined ? pace.lanes : 1),
    /** How long nothing may be sent. `now` in milliseconds. */
    restMs: (now: number) => Math.max(0, pausedUntil - now),
    /** Why the whole sender waits, or goes on with one event alone. */
    trouble: () => trouble,
    sent: flows,
    /** Answers how long this event waits, after `attempts` tries before this one. `now` in milliseconds. */
    failed(failure: SendFailure, attempts: number, now: number): number {
      if (failure.kind === 'refused') {
        flows()
        return pace.heldMs
      }
      if (failure.kind !== 'locked') return passing(failure, attempts, now)
      pause(failure, now, pace.longestPauseMs)
      return pace.longestPauseMs
    },
  }
}
