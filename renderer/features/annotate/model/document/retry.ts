import type { Reason } from '#common/messages/reasons'

/** Refusals that pass: there is nothing wrong with what was asked. */
const PASSING: readonly Reason[] = ['disk-full', 'remote-unreachable', 'remote-key-refused', 'remote-busy']

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5000

export interface Retrying {
  /** The code of a refusal; undefined when the core could not be reached or broke. */
  readonly reasonOf: (error: unknown) => Reason | undefined
  readonly wait: (ms: number) => Promise<void>
  /** Called before each try; what it throws ends them. */
  readonly begin: () => void
  readonly reached: () => void
  readonly missed: (error: unknown) => void
}

/** Tries again, ever more slowly, as long as the core cannot be reached; refusals are passed on. */
export async function untilReached<Answer>(
  call: () => Promise<Answer>,
  { reasonOf, wait, begin, reached, missed }: Retrying,
): Promise<Answer> {
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
    begin()
    try {
      const answer = await call()
      reached()
      return answer
    } catch (error) {
      const reason = reasonOf(error)
      if (reason !== undefined && !PASSING.includes(reason)) throw error
      missed(error)
      await wait(pause)
    }
  }
}
