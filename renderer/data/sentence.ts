import { ORPCError } from '@orpc/client'
import type { Said } from '#common/contract/kit'
import { isReason, type Reason } from '#common/messages/reasons'
import { tellMessage } from '#renderer/words/core/messages'
import { t } from '#renderer/words/words'

/** The sentence to show for whatever a call threw, or that the core said. */
export function sentenceOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (isSaid(error)) return tellMessage(error, error.english)
  if (error instanceof ORPCError) {
    const words = tellMessage(error.data, error.message)
    return error.code === 'REFUSED' ? words : t('Tessera answered: {{answer}}', { answer: words })
  }
  return error instanceof Error ? error.message : t('Tessera gave no reason')
}

/** A message that an answer carries. */
function isSaid(error: unknown): error is Said {
  return typeof error === 'object' && error !== null && 'english' in error
}

/** Why a call was refused, for programs; undefined for every other failure. */
export function refusalReason(error: unknown): Reason | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'REFUSED') return undefined
  const data: unknown = error.data
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined
  return isReason(reason) ? reason : undefined
}

/** The way to the core was cut while a call was under way or could not be made. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  constructor(cause?: unknown) {
    super(t('The connection to Tessera was lost and is being restored. Try again once it is back.'), { cause })
  }
}
