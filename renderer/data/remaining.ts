import { timeLeft } from '#renderer/words/format'

interface Pace {
  readonly done: number
  readonly total: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** "41 min left"; undefined before 5 % is done, when any figure would be a guess. */
export function remainingText({ done, total, startedAt }: Pace): string | undefined {
  if (total <= 0 || done / total < 0.05 || done >= total) return undefined
  const seconds = (Date.now() - startedAt) / 1000
  return timeLeft((seconds / done) * (total - done))
}
