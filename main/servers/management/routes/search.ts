import type { z } from 'zod'
import type { ProjectSearch } from '#core/management/search'
import { managementOf } from '../auth.ts'
import { answer } from '../errors.ts'
import { FAILURES, ProjectPath, WorkspacePath } from '../schemas/kit.ts'
import {
  LANGUAGE,
  ProjectFindingsBody,
  ProjectSearchBody,
  WorkspaceFindingsBody,
  WorkspaceSearchBody,
} from '../schemas/search.ts'
import type { ManagementServer } from '../validation.ts'
import { originOf, pictureLinks } from '../wire/links.ts'
import { toFoundBody, toSearchFields } from '../wire/search.ts'

/** A picture to compare with stands in the body. */
const MAX_SEARCH_BYTES = 32 * 1024 * 1024

export function searchRoutes(server: ManagementServer, linkSecret: string): void {
  server.post('/:workspace/:project/search', {
    config: { scope: 'image:read' },
    bodyLimit: MAX_SEARCH_BYTES,
    schema: {
      summary: 'Search the pictures of a project',
      description: `By words, or by likeness to a picture. ${LANGUAGE}`,
      tags: ['Search'],
      params: ProjectPath,
      body: ProjectSearchBody,
      response: { 200: ProjectFindingsBody, ...FAILURES },
    },
    handler: async (request) => {
      const { params, body } = request
      const wanted = toProjectSearch(body)
      const { results, ...found } = answer(await managementOf(request).search.project(params.project, wanted))
      const link = (id: string) => pictureLinks(originOf(request), id, linkSecret).original
      return { ...found, results: results.map((image) => toFoundBody(image, body.fields, link(image.id))) }
    },
  })

  server.post('/:workspace/search/v1', {
    config: { scope: 'image:read' },
    schema: {
      summary: 'Search the pictures of all projects',
      description: `Send continuationToken of an answer to get the next page; it is null on the last. ${LANGUAGE}`,
      tags: ['Search'],
      params: WorkspacePath,
      body: WorkspaceSearchBody,
      response: { 200: WorkspaceFindingsBody, ...FAILURES },
    },
    handler: async (request) => {
      const { fields: asked, ...rest } = request.body
      const wanted = { ...rest, fields: toSearchFields(asked) }
      const found = answer(await managementOf(request).search.workspace(wanted))
      const link = (id: string) => pictureLinks(originOf(request), id, linkSecret).original
      const results = found.results.map((image) => toFoundBody(image, asked, link(image.id)))
      return { results, total: found.total, continuationToken: found.continuationToken ?? null }
    },
  })
}

function toProjectSearch(body: z.output<typeof ProjectSearchBody>): ProjectSearch {
  const { offset, limit, tag, prompt, like_image, image_base64 } = body
  return {
    ...{ offset, limit, tag, prompt: prompt ?? undefined, likeImage: like_image },
    likeBytes: image_base64 === undefined ? undefined : decodePicture(image_base64),
    className: body.class_name,
    batch: body.batch_id,
    job: body.annotation_job_id,
    inJob: body.annotation_job === true ? true : undefined,
    inDataset: body.in_dataset,
    fields: toSearchFields(body.fields),
  }
}

/** Base64 text, bare or as a data URL. */
function decodePicture(text: string): Uint8Array {
  return Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
}
