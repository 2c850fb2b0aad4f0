import type { FastifyInstance } from 'fastify'
import { serveApiReference } from '../kit/api-reference.ts'
import { type HttpServerOptions, httpServer } from '../kit/http-server.ts'
import { toErrorBody } from './errors.ts'
import { modelRoutes } from './routes/models.ts'
import { statusRoutes } from './routes/status.ts'

export interface InferenceOptions extends HttpServerOptions {
  readonly appVersion: string
  /** Tells this run of the server from every other. */
  readonly serverId: string
}

/** The inference server: what it is, how it is, and which models it has loaded. */
export async function buildInference(options: InferenceOptions): Promise<FastifyInstance> {
  const server = httpServer(options, toErrorBody)
  await serveApiReference(server, {
    title: 'Tessera inference server',
    version: options.appVersion,
    description: 'Runs models on pictures. This version loads none yet.',
    key: undefined,
  })
  await server.register(async (operations) => {
    statusRoutes(operations, options)
    modelRoutes(operations)
  })
  return server
}
