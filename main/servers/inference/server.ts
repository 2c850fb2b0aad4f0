import type { FastifyInstance } from 'fastify'
import { absentOperations } from '../kit/absent-operations.ts'
import { serveApiReference } from '../kit/api-reference.ts'
import { shareRoomOfBodies } from '../kit/body-room.ts'
import { isReference, refuseForeignPages } from '../kit/foreign-pages.ts'
import { type HttpServerOptions, httpServer } from '../kit/http-server.ts'
import { ABSENT } from './absent-operations.ts'
import { readJsonBodies } from './bodies/json.ts'
import { allowedPages, allowOrigins } from './cors.ts'
import { answerFailures, MAX_BODY_BYTES, toErrorBody } from './errors.ts'
import { tellAboutModels } from './headers.ts'
import { countRequests } from './http-figures.ts'
import { conceptRoutes } from './routes/concepts.ts'
import { embeddingRoutes } from './routes/embeddings.ts'
import { groundingRoutes } from './routes/grounding.ts'
import { inferRoutes } from './routes/infer.ts'
import { legacyRoutes } from './routes/legacy.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { modelRoutes, olderModelRoutes } from './routes/models.ts'
import { ocrRoutes } from './routes/ocr.ts'
import { pageRoutes } from './routes/pages.ts'
import { reconstructionRoutes } from './routes/reconstruction.ts'
import { segmentRoutes } from './routes/segment.ts'
import { statusRoutes } from './routes/status.ts'
import type { InferenceServices } from './services.ts'
import { withSchemas } from './validation.ts'

export interface InferenceOptions extends HttpServerOptions {
  readonly appVersion: string
  /** Unique id of this run of the server. */
  readonly serverId: string
  /** Origins whose pages may read answers; `*` allows all. */
  readonly allowedOrigins: readonly string[]
}

/** Pages for people, which change and fetch nothing. */
const PAGES = ['/', '/dashboard.html', '/healthz', '/info']

const DESCRIPTION = `Runs the models of the library on images. It asks for no key; one that is sent is ignored. Failures are
\`{"message": …, "detail": …}\` with one sentence under both names; values that do not fit are a list under \`detail\`.`

/** The inference server: a thin HTTP layer over the models of the library. */
export async function buildInference(services: InferenceServices, options: InferenceOptions): Promise<FastifyInstance> {
  const server = httpServer(options, toErrorBody)
  tellAboutModels(server)
  allowOrigins(server, options.allowedOrigins)
  refuseForeignPages(server, toErrorBody, {
    isAllowed: allowedPages(options.allowedOrigins),
    isKeyless: true,
    isPage: (path) => PAGES.includes(path) || isReference(path),
  })
  const http = countRequests(server)
  await serveApiReference(server, {
    title: 'Tessera inference server',
    version: options.appVersion,
    description: DESCRIPTION,
    key: undefined,
  })
  await server.register(async (scope) => {
    const operations = withSchemas(scope)
    answerFailures(operations)
    shareRoomOfBodies(operations, { mostBytes: MAX_BODY_BYTES })
    readJsonBodies(operations)
    absentOperations(operations, ABSENT)
    statusRoutes(operations, services, options)
    metricsRoutes(operations, services, http)
    modelRoutes(operations, services)
    olderModelRoutes(operations, services)
    pageRoutes(operations)
    inferRoutes(operations, services)
    embeddingRoutes(operations, services)
    groundingRoutes(operations, services)
    segmentRoutes(operations, services)
    conceptRoutes(operations, services)
    reconstructionRoutes(operations, services)
    ocrRoutes(operations, services)
    await operations.register(async (legacy) => legacyRoutes(withSchemas(legacy), services))
  })
  return server
}
