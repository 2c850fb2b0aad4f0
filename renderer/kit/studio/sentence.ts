import { ORPCError } from '@orpc/client'
import { REFUSALS, type RefusalCode } from '#common/errors'
import { fromCore } from '../words/core/from-core.ts'
import { t } from '../words/words.ts'

/** The sentence to show for whatever a call threw, or that the core said. */
export function sentenceOf(error: unknown): string {
  if (typeof error === 'string') return fromCore(error)
  if (error instanceof ORPCError)
    return error.code === 'REFUSED'
      ? fromCore(error.message)
      : t('The core answered: {{answer}}', { answer: fromCore(error.message) })
  return error instanceof Error ? fromCore(error.message) : t('The core gave no reason')
}

/** The code of a refusal, for programs; undefined for every other failure. */
export function refusalCode(error: unknown): RefusalCode | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'REFUSED') return undefined
  const data: unknown = error.data
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined
  return isRefusalCode(code) ? code : undefined
}

function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && code in REFUSALS
}

/** The way to the core was cut while a call was under way or could not be made. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  constructor(cause?: unknown) {
    super(t('The connection to Tessera was lost. It is retried; do it again when it is back.'), { cause })
  }
}
