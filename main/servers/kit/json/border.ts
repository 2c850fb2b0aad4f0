import type { ReadJson } from './read-json.ts'

/** What the thread answered: both of its sides are this program. */
export function readReply(reply: unknown): Answered {
  return reply as Answered
}

interface Answered {
  readonly read: ReadJson
  /** What was read, where it was asked back. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}
