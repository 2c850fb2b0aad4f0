import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONTRACT_HEADER, FORWARDED, type ForwardingNotice } from '#common/contract/forwarding'
import { refuse } from '#common/errors'
import { answer } from '../../kit/refused-request.ts'
import type { LogFailure } from '../frames/telling.ts'
import { catalogRoutes } from '../routes/catalog.ts'
import { pixelRoutes } from '../routes/pixels.ts'
import { tileRoutes } from '../routes/tiles.ts'
import { transferRoutes } from '../routes/transfers.ts'
import type { StudioServices } from '../services.ts'
import { serveForwardedCalls } from './calls.ts'
import { checkRight, type KeyHolder } from './holder.ts'

export interface ForwardingOptions {
  /** A hash of everything that can be asked. */
  readonly contract: () => Promise<string>
  readonly appVersion: string
  readonly logFailure: LogFailure
  /** Whose key `server` has let in. */
  readonly holderOf: (request: FastifyRequest) => KeyHolder
}

/**
 * Answers another Tessera: the procedures and routes of the studio that run where the projects lie, for whoever holds a key with
 * their scopes. The studio may be working on another machine at the
 * time; its own projects are answered here all the same.
 */
export async function forwardedStudio(
  server: FastifyInstance,
  services: StudioServices,
  { contract, appVersion, logFailure, holderOf }: ForwardingOptions,
): Promise<void> {
  const own = { ...services, remote: () => undefined }

  server.get(FORWARDED, async (): Promise<ForwardingNotice> => ({ contract: await contract(), version: appVersion }))
  await server.register(async (calls) => {
    refuseOtherContracts(calls, contract)
    serveForwardedCalls(calls, { services: own, logFailure }, holderOf)
  })
  await server.register(
    async (routes) => {
      refuseUndeclared(routes)
      refuseOtherContracts(routes, contract)
      routes.addHook('preHandler', async (request) => {
        answer(checkRight(holderOf(request), request.routeOptions.config.declared))
      })
      pixelRoutes(routes, own)
      tileRoutes(routes, own)
      await routes.register(async (scope) => transferRoutes(scope, own))
      await routes.register(async (scope) => catalogRoutes(scope, own))
    },
    { prefix: FORWARDED },
  )
}

/** Either side may have been updated since the other one looked. */
function refuseOtherContracts(server: FastifyInstance, contract: () => Promise<string>): void {
  server.addHook('onRequest', async ({ headers }) => {
    if (headers[CONTRACT_HEADER] !== (await contract())) answer(refuse('contract-differs'))
  })
}

/** A route that does not say where it runs is a mistake of the program, found when it starts. */
function refuseUndeclared(server: FastifyInstance): void {
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.declared === undefined) throw new Error(`The route ${url} does not declare where it runs`)
  })
}
