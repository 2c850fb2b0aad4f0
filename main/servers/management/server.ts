import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import { ok } from '#common/result'
import { grantorOf, OWNER } from '#core/access/keys/service'
import { projectFinder } from '#core/management/embedded/find-project'
import { embeddedKeys } from '#core/management/embedded/keys'
import { embeddedManagement } from '#core/management/embedded/management'
import { reachedImage, reachOf } from '#core/management/embedded/reach'
import type { Management } from '#core/management/ports'
import { absentOperations } from '../kit/absent-operations.ts'
import { serveApiReference } from '../kit/api-reference.ts'
import { isReference, refuseForeignPages } from '../kit/foreign-pages.ts'
import { type HttpServerOptions, httpServer } from '../kit/http-server.ts'
import { ABSENT } from './absent-operations.ts'
import { authenticate, authenticateWhole, type Caller, type Doorkeeper } from './auth.ts'
import { readJsonBodies } from './bodies/json.ts'
import { describeRefusal, toErrorBody } from './errors.ts'
import { imageHostRoutes } from './image-host.ts'
import { LINK_LIVES, type LinkLives, linkBook } from './links.ts'
import { type RateLimit, rateLimiter } from './rate-limit.ts'
import { annotationRoutes } from './routes/annotations.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { fileRoutes } from './routes/files.ts'
import { folderRoutes } from './routes/folders.ts'
import { healthRoutes } from './routes/health.ts'
import { imageRoutes } from './routes/images.ts'
import { jobRoutes } from './routes/jobs.ts'
import { keyRoutes } from './routes/keys.ts'
import { modelInstallRoutes } from './routes/models/installs.ts'
import { modelArrivals, modelRoutes } from './routes/models.ts'
import { projectRoutes } from './routes/projects.ts'
import { searchRoutes } from './routes/search.ts'
import { splitRoutes } from './routes/splits.ts'
import { taggingRoutes } from './routes/tagging.ts'
import { taskRoutes } from './routes/tasks.ts'
import { trashRoutes } from './routes/trash.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { versionRoutes } from './routes/versions.ts'
import { workflowRoutes } from './routes/workflows.ts'
import { workspaceRoutes } from './routes/workspaces.ts'
import { zipArrivals, zipUploadRoutes } from './routes/zip-uploads.ts'
import type { ManagementServices } from './services.ts'
import { bodyAsItIs, withSchemas } from './validation.ts'
import { FILES } from './wire/links.ts'

export interface ManagementOptions extends HttpServerOptions {
  /** Signs the links to images; they work for as long as it stays the same. */
  readonly linkSecret: string
  /** How long they work; `LINK_LIVES` where it is not said. */
  readonly linkLives?: LinkLives | undefined
  readonly appVersion: string
  readonly rateLimit: RateLimit
  /** Why nothing of the library is written; undefined where it may be. */
  readonly readOnly?: Refusal | undefined
  /** Answers other Tesseras below paths of its own, where keys of the whole workspace are let in. */
  readonly forwarded?: ((server: FastifyInstance) => Promise<void>) | undefined
}

const DESCRIPTION = `Projects, images, labels, versions and exports. Send the API key as the header \`Authorization: Bearer KEY\`,
as \`api_key\` in the query, or in the body. Failures are \`{"error": "a sentence"}\`.`

/** The management API: a thin skin of HTTP over the operations of one workspace for each key. */
export async function buildManagement(
  services: ManagementServices,
  options: ManagementOptions,
): Promise<FastifyInstance> {
  const { linkSecret, linkLives = LINK_LIVES, appVersion } = options
  const links = linkBook({ secret: linkSecret, lives: linkLives, now: Date.now, grantOf: grantsOf(services) })
  const server = httpServer(options, toErrorBody, describeRefusal)
  const isLink = (path: string) => path.startsWith(`${FILES}/`)
  refuseForeignPages(server, toErrorBody, { isPage: (path) => isLink(path) || isReference(path), isEmbeddable: isLink })
  await serveApiReference(server, {
    title: 'Tessera management API',
    version: appVersion,
    description: DESCRIPTION,
    key: 'bearer',
  })
  fileRoutes(server, services, links)
  absentOperations(server, ABSENT)
  await server.register(async (arrivals) => zipArrivals(arrivals, services, links))
  await server.register(async (arrivals) => modelArrivals(arrivals, services, links))
  const door = doorkeeper(services, options)
  await server.register(async (forwarded) => {
    forwarded.decorateRequest('caller', undefined)
    forwarded.addHook('onRoute', (route) => {
      // Not for people: what is forwarded changes with the program.
      route.schema = { ...route.schema, hide: true }
      route.config = { ...route.config, scope: null }
    })
    authenticateWhole(forwarded, door)
    await options.forwarded?.(forwarded)
  })
  await server.register(async (scope) => {
    const operations = withSchemas(scope)
    readJsonBodies(operations)
    authenticate(operations, door)
    workspaceRoutes(operations, options.readOnly && sentenceOf(options.readOnly))
    keyRoutes(operations)
    jobRoutes(operations)
    healthRoutes(operations)
    workflowRoutes(operations)
    projectRoutes(operations)
    versionRoutes(operations, links)
    imageRoutes(operations, links, services.denseImages)
    imageHostRoutes(operations, services)
    searchRoutes(operations, links)
    splitRoutes(operations)
    taggingRoutes(operations)
    taskRoutes(operations)
    folderRoutes(operations)
    trashRoutes(operations)
    zipUploadRoutes(operations, links)
    catalogRoutes(operations, links)
    modelRoutes(operations, links)
    await operations.register(async (annotations) => annotationRoutes(withSchemas(annotations, bodyAsItIs)))
    await operations.register(async (installs) => modelInstallRoutes(withSchemas(installs), services))
    await operations.register(async (uploads) => uploadRoutes(withSchemas(uploads, bodyAsItIs), door))
  })
  return server
}

/** Knows every key; one set of operations for each workspace and choice of folders, made when its first key is seen. */
function doorkeeper(
  services: ManagementServices,
  { rateLimit, readOnly }: Pick<ManagementOptions, 'rateLimit' | 'readOnly'>,
): Doorkeeper {
  const known = new Map<string, Management>()
  const managed = { ...services, openFile: (path: string) => createReadStream(path) }
  return {
    readOnly,
    secondsToWait: rateLimiter(rateLimit, () => performance.now()),
    async find(secret) {
      const key = await services.keys.bySecret(secret)
      if (key === undefined) return undefined
      const { workspace, folderIds, workflowId } = key
      const place = JSON.stringify([workspace.slug, folderIds, workflowId])
      const common = known.get(place) ?? embeddedManagement(managed, workspace, { ...OWNER, folderIds, workflowId })
      known.set(place, common)
      const by = grantorOf(key)
      const keys = folderIds === null ? embeddedKeys(services.keys, workspace, by) : common.keys
      const management = { ...common, keys }
      const reach = reachOf(services, workspace, { folderIds })
      const findImage = (text: string) => reachedImage(services.images, reach, text)
      const { find } = projectFinder(services.projects, workspace, reach)
      const findDetails: Caller['findDetails'] = async (text, image) => {
        const project = await find(text)
        if (!project.ok) return project
        const details = await services.images.details(project.value, image)
        return details.ok ? ok({ project: project.value, details: details.value }) : details
      }
      const { id: keyId, name: keyName, isDisabled } = key
      const whole = folderIds === null && workflowId === null ? workspace : undefined
      const found = { by, management, findImage, findDetails }
      return { keyId, keyName, isDisabled, grant: by.grant, workspace: workspace.slug, whole, ...found }
    },
  }
}

/** The present grant of the key behind a link. */
function grantsOf({ keys }: Pick<ManagementServices, 'keys'>) {
  return async (id: string) => {
    const key = await keys.findAnywhere(id)
    return key === undefined || key.isDisabled ? undefined : grantorOf(key).grant
  }
}
