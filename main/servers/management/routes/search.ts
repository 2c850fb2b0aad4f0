import type { z } from 'zod'
import { refuse } from '#common/errors'
import { SEARCH_EXPORT_DAYS } from '#core/exchange/exports/search/rules'
import type { ProjectSearch } from '#core/management/search'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import type { Links } from '../links.ts'
import { ErrorBody, FAILURES, ProjectPath, WorkspacePath } from '../schemas/kit.ts'
import {
  LANGUAGE,
  ProjectFindingsBody,
  ProjectSearchBody,
  SearchExportBody,
  SearchExportPath,
  SearchExportStartedBody,
  SearchExportWishBody,
  WorkspaceFindingsBody,
  WorkspaceSearchBody,
} from '../schemas/search.ts'
import type { ManagementServer } from '../validation.ts'
import { readBase64Image } from '../wire/base64-image.ts'
import { toFoundBody, toSearchFields } from '../wire/search.ts'

/** An image to compare with stands in the body. */
const MAX_SEARCH_BYTES = 32 * 1024 * 1024

export function searchRoutes(server: ManagementServer, links: Links): void {
  exportRoutes(server, links)

  server.post('/:workspace/:project/search', {
    config: { scope: 'image:read', encoded: ['image_base64'] },
    bodyLimit: MAX_SEARCH_BYTES,
    schema: {
      summary: 'Search the images of a project',
      description: `By words, or by likeness to an image. ${LANGUAGE}`,
      tags: ['Search'],
      params: ProjectPath,
      body: ProjectSearchBody,
      response: { 200: ProjectFindingsBody, ...FAILURES },
    },
    handler: async (request) => {
      const { params, body } = request
      const wanted = toProjectSearch(body)
      const { results, ...found } = answer(await managementOf(request).search.project(params.project, wanted))
      const caller = links.of(request)
      const link = (id: string) => caller.image(id).original
      return { ...found, results: results.map((image) => toFoundBody(image, body.fields, link(image.id))) }
    },
  })

  server.post('/:workspace/search/v1', {
    config: { scope: 'image:read' },
    schema: {
      summary: 'Search the images of all projects',
      description: `Send continuationToken of an answer to get the next page; it is null on the last. ${LANGUAGE}`,
      tags: ['Search'],
      params: WorkspacePath,
      body: WorkspaceSearchBody,
      response: { 200: WorkspaceFindingsBody, ...FAILURES },
    },
    handler: async (request) => {
      const { fields: asked, like_image, image_base64, ...rest } = request.body
      // A client that asks for likeness would take any other order for it.
      if (like_image !== undefined || image_base64 !== undefined) answer(refuse('likeness-within-project'))
      const wanted = { ...rest, fields: toSearchFields(asked) }
      const found = answer(await managementOf(request).search.workspace(wanted))
      const caller = links.of(request)
      const link = (id: string) => caller.image(id).original
      const results = found.results.map((image) => toFoundBody(image, asked, link(image.id)))
      return { results, total: found.total, continuationToken: found.continuationToken ?? null }
    },
  })
}

function exportRoutes(server: ManagementServer, links: Links): void {
  server.post('/:workspace/search/export', {
    config: { scope: 'image:read' },
    schema: {
      summary: 'Start an archive of the images that a search finds, as they and their labels are now',
      description: `Ask for it with the id in \`link\` until it is ready. Archives are kept for ${SEARCH_EXPORT_DAYS} days. ${LANGUAGE}`,
      tags: ['Search'],
      params: WorkspacePath,
      body: SearchExportWishBody,
      response: { 202: SearchExportStartedBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { query, format, dataset, annotationGroup, name } = request.body
      const wanted = { query, format, dataset, annotationGroup, name: name ?? undefined }
      const link = answer(await managementOf(request).search.startExport(wanted))
      return reply.code(202).send({ success: true, link })
    },
  })

  server.get('/:workspace/search/export/:exportId', {
    config: { scope: 'image:read' },
    schema: {
      summary: 'How far an archive of a search is; with its link when it is ready',
      tags: ['Search'],
      params: SearchExportPath,
      response: { 200: SearchExportBody, ...FAILURES, 409: ErrorBody, 503: ErrorBody },
    },
    handler: async (request) => {
      const found = answer(await managementOf(request).search.readExport(request.params.exportId))
      if (found.kind === 'working') return { ready: false as const, progress: found.progress }
      const link = links.of(request).archive(found.fileName, found.archive)
      return { ready: true as const, progress: 1 as const, link }
    },
  })
}

function toProjectSearch(body: z.output<typeof ProjectSearchBody>): ProjectSearch {
  const { offset, limit, tag, prompt, like_image, image_base64 } = body
  return {
    offset,
    limit,
    tag,
    prompt: prompt ?? undefined,
    likeImage: like_image,
    likeBytes: image_base64 === undefined ? undefined : readBase64Image(image_base64, 'image_base64'),
    className: body.class_name,
    batch: body.batch_id,
    job: body.annotation_job_id,
    inJob: body.annotation_job === true ? true : undefined,
    inDataset: body.in_dataset,
    fields: toSearchFields(body.fields),
  }
}
