import type { z } from 'zod'
import { refuse } from '#common/errors'
import type { WantedCatalogSearch, WantedFork } from '#core/management/catalog'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import type { Links } from '../links.ts'
import {
  CatalogFindingsBody,
  CatalogImageSearchBody,
  CatalogQueryString,
  ForkBody,
  ProjectChangeBody,
} from '../schemas/catalog.ts'
import { ErrorBody, FAILURES, ProjectPath, RetryableBody, WorkspacePath } from '../schemas/kit.ts'
import { ProjectBody } from '../schemas/projects.ts'
import { TaskCreatedBody } from '../schemas/tasks.ts'
import type { ManagementServer } from '../validation.ts'
import { readBase64Image } from '../wire/base64-image.ts'
import { toCatalogBody } from '../wire/catalog.ts'
import { originOf, taskLink } from '../wire/links.ts'
import { toProjectBody } from '../wire/projects.ts'

/** Clients of the API write the second, its specification the first. */
const PATHS = ['/catalog/search', '/universe/search']
const MAX_SEARCH_BYTES = 48 * 1024 * 1024

export function catalogRoutes(server: ManagementServer, links: Links): void {
  for (const url of PATHS) searchRoutes(server, url, links)

  server.post('/:workspace/projects/fork', {
    config: { scope: 'project:create' },
    schema: {
      summary: 'Copy a project of the catalog',
      description:
        'Images, labels, classes, tags and splits are copied. Follow the task; the project is there when it is completed.',
      tags: ['Catalog'],
      params: WorkspacePath,
      body: ForkBody,
      response: { 202: TaskCreatedBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const taskId = answer(await managementOf(request).catalog.fork(readFork(request.body)))
      return reply.code(202).send({ taskId, url: taskLink(originOf(request), request.params.workspace, taskId) })
    },
  })

  server.patch('/:workspace/:project', {
    config: { scope: 'project:update' },
    schema: {
      summary: 'Show a project in the catalog, or take it out',
      tags: ['Projects'],
      params: ProjectPath,
      body: ProjectChangeBody,
      response: { 200: ProjectBody, ...FAILURES },
    },
    handler: async (request) => {
      const { workspace, project } = request.params
      const changed = answer(await managementOf(request).catalog.setPublic(project, request.body.public))
      return toProjectBody(changed, workspace)
    },
  })
}

function searchRoutes(server: ManagementServer, url: string, links: Links): void {
  const config = { scope: 'catalog:read' } as const

  server.get(url, {
    config,
    schema: {
      summary: 'Search the catalog',
      description: FILTERS,
      tags: ['Catalog'],
      querystring: CatalogQueryString,
      response: { 200: CatalogFindingsBody, ...FAILURES },
    },
    handler: async (request) => {
      const { q, page, limit, type } = request.query
      const found = answer(
        await managementOf(request).catalog.search({ query: q, page, limit, type: type || undefined }),
      )
      return toCatalogBody(found, links.of(request))
    },
  })

  server.post(url, {
    config: { ...config, encoded: ['image', 'image_base64'] },
    bodyLimit: MAX_SEARCH_BYTES,
    schema: {
      summary: 'Search the catalog by an image',
      description: 'Projects sorted by similarity, most similar first. Words and filters narrow the search.',
      tags: ['Catalog'],
      body: CatalogImageSearchBody,
      response: { 200: CatalogFindingsBody, ...FAILURES, 413: ErrorBody, 502: RetryableBody },
    },
    handler: async (request) => {
      const found = answer(await managementOf(request).catalog.search(readImageSearch(request.body)))
      return toCatalogBody(found, links.of(request))
    },
  })
}

const FILTERS =
  'All words must fit: a part of the name, of a class, of the type, the license or the description. `images>100` (also `>=`, ' +
  '`<`, `<=`, `=`), `class:cat` and `type:object-detection` narrow down. `stars>=5` and `model:…` are read, but no project here ' +
  'has stars or models.'

function readImageSearch(body: z.output<typeof CatalogImageSearchBody>): WantedCatalogSearch {
  const { image, image_base64, q, page, limit, type } = body
  const given = image_base64 ?? image
  if (given === undefined) {
    return answer(refuse('search-image-missing'))
  }
  const field = image_base64 === undefined ? 'image' : 'image_base64'
  const isAddress = typeof given === 'string' && /^https?:\/\//i.test(given)
  const like = isAddress ? { url: given } : { bytes: readBase64Image(given, field) }
  return { query: q ?? '', page, limit, type, like }
}

function readFork({ url, source_project, source_workspace }: z.output<typeof ForkBody>): WantedFork {
  const project = source_project ?? url
  if (project === undefined) {
    return answer(refuse('project-to-copy-missing'))
  }
  return { project, workspace: source_workspace }
}
