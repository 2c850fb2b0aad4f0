import { ORPCError } from '@orpc/server'
import type { StandardRPCHandlerOptions } from '@orpc/server/standard'
import { type DamagedRowError, isDamagedRow } from '#core/damaged-row'
import { ReadOnlyError } from '#core/ports'
import { messageOf } from '#core/system-failure'
import { type Divert, diverted } from '../divert.ts'

export type LogFailure = (message: string, failure: unknown) => void

/** Failures that no procedure declares are logged in full and told as one sentence. */
export function tellingFailures(
  divert: Divert,
  logFailure: LogFailure,
): StandardRPCHandlerOptions<Record<never, never>> {
  return {
    clientInterceptors: [
      async ({ next, path, input, signal }) => {
        try {
          const procedure = diverted(divert, path)
          return await (procedure === undefined ? next() : procedure(input, signal ? { signal } : {}))
        } catch (failure) {
          // A call that its page gave up has nobody to answer.
          if (failure instanceof ORPCError || signal?.aborted === true) throw failure
          if (failure instanceof ReadOnlyError) throw refused(failure)
          logFailure(`The studio call ${path.join('.')} failed`, failure)
          if (isDamagedRow(failure)) throw refused(failure)
          throw new ORPCError('INTERNAL_SERVER_ERROR', { message: messageOf(failure), cause: failure })
        }
      },
    ],
  }
}

/** Refuses as any procedure does: none has to know that the library may be read-only, or a row damaged. */
function refused({ code, message }: Pick<ReadOnlyError | DamagedRowError, 'code' | 'message'>) {
  return new ORPCError('REFUSED', { defined: true, status: 409, message, data: { code } })
}
