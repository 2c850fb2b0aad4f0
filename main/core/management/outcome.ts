import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'

/** An answer, or the reason why there is none. */
export type Outcome<Value> = Promise<Result<Value, Refusal>>
