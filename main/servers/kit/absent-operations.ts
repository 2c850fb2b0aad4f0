import type { FastifyInstance } from 'fastify'
import { refuse } from '#common/errors'
import type { PlainCode } from '#common/messages/catalogue'
import { message } from '#common/messages/message'
import { shorten } from '#common/text'
import { answer } from './refused-request.ts'

/** Operations that clients know from other servers of the kind. Without these they would be read as names of other things. */
export interface Absent {
  readonly reason: PlainCode & `absent-${string}`
  readonly urls: readonly string[]
}

/** Answers absent operations before a key is asked for or a body is read, whatever the method. */
export function absentOperations(server: FastifyInstance, absent: readonly Absent[]): void {
  for (const { reason, urls } of absent) {
    for (const url of urls) {
      server.all(url, {
        schema: { hide: true },
        onRequest: async (request) => {
          const path = shorten(request.url.split('?')[0] ?? '')
          answer(refuse('operation-absent', { method: request.method, path }, message(reason)))
        },
        handler: () => undefined,
      })
    }
  }
}
