import type { FastifyInstance } from 'fastify'
import { serveApiReference } from '../kit/api-reference.ts'
import { type HttpServerOptions, httpServer } from '../kit/http-server.ts'
import { authenticate } from './auth.ts'
import { toErrorBody } from './errors.ts'
import { statusRoutes } from './routes/status.ts'

export interface EventsOptions extends HttpServerOptions {
  readonly appVersion: string
  /** Asked of every request but the health check; undefined asks for none. */
  readonly apiKey: string | undefined
}

/** The event store: how it is. It takes no events yet. */
export async function buildEvents(options: EventsOptions): Promise<FastifyInstance> {
  const { appVersion, apiKey } = options
  const server = httpServer(options, toErrorBody)
  if (apiKey !== undefined) authenticate(server, apiKey)
  await serveApiReference(server, {
    title: 'Tessera event store',
    version: appVersion,
    description: 'Keeps the events of inference pipelines. This version takes none yet.',
    key: apiKey === undefined ? undefined : 'X-API-Key',
  })
  await server.register(async (operations) => statusRoutes(operations, appVersion))
  return server
}
