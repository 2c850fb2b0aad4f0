import { createReadStream } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { embeddedManagement } from '#core/management/embedded'
import { serveApiReference } from '../kit/api-reference.ts'
import { type HttpServerOptions, httpServer } from '../kit/http-server.ts'
import { readAnnotations } from './annotation-formats/registry.ts'
import { authenticate, type Caller } from './auth.ts'
import { readJsonBodies } from './bodies/json.ts'
import { describeRefusal, toErrorBody } from './errors.ts'
import { annotationRoutes } from './routes/annotations.ts'
import { fileRoutes } from './routes/files.ts'
import { imageRoutes } from './routes/images.ts'
import { projectRoutes } from './routes/projects.ts'
import { searchRoutes } from './routes/search.ts'
import { splitRoutes } from './routes/splits.ts'
import { taskRoutes } from './routes/tasks.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { versionRoutes } from './routes/versions.ts'
import { workspaceRoutes } from './routes/workspaces.ts'
import type { ManagementServices } from './services.ts'
import { bodyAsItIs, withSchemas } from './validation.ts'

export interface ManagementOptions extends HttpServerOptions {
  /** Signs the links to pictures; they work for as long as it stays the same. */
  readonly linkSecret: string
  readonly appVersion: string
}

const DESCRIPTION = `Projects, pictures, labels, versions and exports. Send the API key as the header \`Authorization: Bearer KEY\`,
as \`api_key\` in the query, or in the body of a POST. Failures are \`{"error": "a sentence"}\`.`

/** The management API: a thin skin of HTTP over the operations of one workspace for each key. */
export async function buildManagement(
  services: ManagementServices,
  options: ManagementOptions,
): Promise<FastifyInstance> {
  const { linkSecret, appVersion } = options
  const server = httpServer(options, toErrorBody, describeRefusal)
  await server.register(fastifyStatic, { serve: false })
  await serveApiReference(server, {
    title: 'Tessera management API',
    version: appVersion,
    description: DESCRIPTION,
    key: 'bearer',
  })
  fileRoutes(server, services, linkSecret)
  const findCaller = callers(services)
  await server.register(async (scope) => {
    const operations = withSchemas(scope)
    readJsonBodies(operations)
    authenticate(operations, findCaller)
    workspaceRoutes(operations)
    projectRoutes(operations)
    versionRoutes(operations)
    imageRoutes(operations, linkSecret)
    searchRoutes(operations, linkSecret)
    splitRoutes(operations)
    taskRoutes(operations)
    await operations.register(annotationRoutes)
    await operations.register(async (uploads) => uploadRoutes(withSchemas(uploads, bodyAsItIs), findCaller))
  })
  return server
}

/** One set of operations for each workspace, made when its key is first seen. */
function callers(services: ManagementServices) {
  const known = new Map<string, Caller>()
  return async (secret: string): Promise<Caller | undefined> => {
    const workspace = await services.workspaceOf(secret)
    if (workspace === undefined) return undefined
    const { slug } = workspace
    const managed = { ...services, readAnnotations, openFile: (path: string) => createReadStream(path) }
    const caller = known.get(slug) ?? { workspace: slug, management: embeddedManagement(managed, workspace) }
    known.set(slug, caller)
    return caller
  }
}
