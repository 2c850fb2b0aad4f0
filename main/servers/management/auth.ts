import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import type { Management } from '#core/management/ports'
import { answer } from './errors.ts'

/** Who a key belongs to, and what it may do there. */
export interface Caller {
  readonly workspace: string
  readonly management: Management
}

/** Finds the workspace behind a secret. */
export type FindCaller = (secret: string) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    /** The key may stand in a form that only the handler reads. */
    keyInForm?: boolean
  }
}

const Keyed = z.object({
  api_key: z.union([z.string(), z.tuple([z.string()], z.string()).transform(([first]) => first)]),
})
const InWorkspace = z.object({ workspace: z.string() })

/**
 * Lets in who has a key of the workspace that the path names. The key stands in the header `Authorization: Bearer`, else in the
 * query, else in the body; so requests with a body are judged once it is read.
 */
export function authenticate(server: FastifyInstance, findCaller: FindCaller): void {
  server.decorateRequest('caller', undefined)

  server.addHook('onRequest', async (request) => {
    const secret = bearerOf(request) ?? keyIn(request.query)
    if (secret !== undefined) await admit(request, secret, findCaller)
    else if (request.method === 'GET' || request.method === 'HEAD') answer(missing())
  })

  server.addHook('preValidation', async (request) => {
    if (request.caller !== undefined || request.routeOptions.config.keyInForm) return
    const secret = keyIn(request.body)
    if (secret === undefined) answer(missing())
    else await admit(request, secret, findCaller)
  })
}

/** Makes the owner of the key the caller of the request, or refuses it. */
export async function admit(request: FastifyRequest, secret: string, findCaller: FindCaller): Promise<void> {
  const caller = await findCaller(secret)
  if (caller === undefined) return answer(refuse('key-unknown', 'This API key is not known here'))
  const path = InWorkspace.safeParse(request.params)
  if (path.success && path.data.workspace !== caller.workspace) {
    const message = `This API key belongs to the workspace "${caller.workspace}", not to "${path.data.workspace}"`
    return answer(refuse('key-forbidden', message))
  }
  request.caller = caller
  return undefined
}

/** The operations that the request's key opens. */
export function managementOf({ caller }: FastifyRequest): Management {
  return caller ? caller.management : answer(missing())
}

export function missing() {
  return refuse(
    'key-missing',
    'No API key came with this request. Send it as the header "Authorization: Bearer KEY", or as api_key in the query or body',
  )
}

/** The key among the named values of a query, a body or a form. */
export function keyIn(named: unknown): string | undefined {
  const found = Keyed.safeParse(named)
  return found.success && found.data.api_key !== '' ? found.data.api_key : undefined
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
