import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveApiReference } from '../kit/api-reference.ts'
import { shareRoomOfBodies } from '../kit/body-room.ts'
import { isReference, refuseForeignPages } from '../kit/foreign-pages.ts'
import { type HttpServerOptions, httpServer } from '../kit/http-server.ts'
import { authenticate } from './auth.ts'
import { readJsonBodies } from './bodies/json.ts'
import { answerFailures, toErrorBody } from './errors.ts'
import { draftRoutes } from './routes/drafts.ts'
import { eventRoutes } from './routes/events.ts'
import { fileRoutes } from './routes/files.ts'
import { readingRoutes } from './routes/reading.ts'
import { schemaRoutes } from './routes/schemas.ts'
import { statusRoutes } from './routes/status.ts'
import type { EventsServices } from './services.ts'
import { withSchemas } from './validation.ts'

export interface EventsOptions extends HttpServerOptions {
  readonly appVersion: string
  /** Required for every request except the health check; undefined requires none. */
  readonly apiKey: string | undefined
  /** Maximum bytes of a body. */
  readonly maxRecordBytes: number
}

const DESCRIPTION = `Keeps the events of inference pipelines on this machine: what was seen, when, where, and with which images.
Requests may spell fields in camelCase or snake_case; answers are snake_case. Failures are \`{"detail": …}\`.`

/** The event store's server: a thin HTTP layer over the events of this machine. */
export async function buildEvents(services: EventsServices, options: EventsOptions): Promise<FastifyInstance> {
  const { appVersion, apiKey, maxRecordBytes } = options
  const server = httpServer(options, toErrorBody)
  refuseForeignPages(server, toErrorBody, { isPage: (path) => path === '/health' || isReference(path) })
  if (apiKey !== undefined) authenticate(server, apiKey)
  await serveApiReference(server, {
    title: 'Tessera event store',
    version: appVersion,
    description: DESCRIPTION,
    key: apiKey === undefined ? undefined : 'X-API-Key',
  })
  await server.register(async (scope) => {
    const operations = withSchemas(scope)
    answerFailures(operations, maxRecordBytes)
    shareRoomOfBodies(operations, { mostBytes: maxRecordBytes, isStreamed: isFileOfDraft })
    readJsonBodies(operations, maxRecordBytes)
    statusRoutes(operations, services, appVersion)
    eventRoutes(operations, services)
    await draftRoutes(operations, services)
    fileRoutes(operations, services)
    readingRoutes(operations, services)
    schemaRoutes(operations, services)
  })
  return server
}

/** Returns whether a request is such a form, which is written to disk as it arrives. */
function isFileOfDraft({ routeOptions, headers }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true
  return isForm && routeOptions.url?.startsWith('/v2/events/:event_id/') === true
}
