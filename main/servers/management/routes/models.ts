import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { MAX_MODEL_BYTES, tooLarge } from '#core/models/weights/service'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import type { Links } from '../links.ts'
import { ErrorBody, FAILURES, ProjectPath, WorkspacePath } from '../schemas/kit.ts'
import {
  DeletedModelBody,
  FavoredBody,
  FavoriteBody,
  ModelBody,
  ModelListBody,
  ModelListQuery,
  ModelPath,
  ModelUrlPath,
  PrepareUploadQuery,
  UploadModelPath,
  UploadModelQuery,
  UploadUrlBody,
  WeightsBody,
  WeightsPath,
} from '../schemas/models.ts'
import type { ManagementServices } from '../services.ts'
import type { ManagementServer } from '../validation.ts'
import { FILES, LINKED } from '../wire/links.ts'
import { digestIn, toModelBody } from '../wire/models.ts'
import { readVersionNumber } from '../wire/versions.ts'

const tags = ['Models']

export function modelRoutes(server: ManagementServer, links: Links): void {
  readRoutes(server, links)
  uploadRoutes(server, links)
  changeRoutes(server)
}

function readRoutes(server: ManagementServer, links: Links): void {
  server.get('/:workspace/:project/models', {
    config: { scope: 'project:read' },
    schema: {
      summary: 'The models of a project: files of weights that were sent in',
      tags,
      params: ProjectPath,
      querystring: ModelListQuery,
      response: { 200: ModelListBody, ...FAILURES },
    },
    handler: async (request) => {
      const models = answer(await managementOf(request).models.list(request.params.project))
      return request.query.group ? [] : models.map(toModelBody)
    },
  })

  server.get('/models/:workspace/:modelUrl', {
    config: { scope: 'project:read' },
    schema: { summary: 'A model', tags, params: ModelUrlPath, response: { 200: ModelBody, ...FAILURES } },
    handler: async (request) => toModelBody(answer(await managementOf(request).models.read(request.params.modelUrl))),
  })

  server.get('/:workspace/:project/:modelIdOrVersion/ptFile', {
    config: { scope: 'version:read' },
    schema: {
      summary: 'A private link to the weights of a model',
      tags,
      params: WeightsPath,
      response: { 200: WeightsBody, ...FAILURES },
    },
    handler: async (request) => {
      const { project, modelIdOrVersion } = request.params
      const { modelId, fileName } = answer(await managementOf(request).models.weights(project, modelIdOrVersion))
      return { modelId, fileName, weightsUrl: links.of(request).weights(modelId) }
    },
  })
}

function uploadRoutes(server: ManagementServer, links: Links): void {
  server.post('/:workspace/models/prepareUpload', {
    config: { scope: 'version:update' },
    schema: {
      summary: 'Open an upload of weights',
      description: 'PUT the file, at most 2 GB, to `url`. A `Content-Digest` of it is checked.',
      tags,
      params: WorkspacePath,
      querystring: PrepareUploadQuery,
      response: { 200: UploadUrlBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request) => {
      const { modelName: name, modelType: type, projectIds } = request.query
      const projects = projectIds.split(',').flatMap((text) => text.trim() || [])
      const upload = answer(await managementOf(request).models.prepare({ name, type, projects }))
      return { url: links.of(request).modelUpload(upload) }
    },
  })

  server.get('/:workspace/:project/:version/uploadModel', {
    config: { scope: 'version:update' },
    schema: {
      summary: 'Open an upload of the weights that were trained on a version',
      tags,
      params: UploadModelPath,
      querystring: UploadModelQuery,
      response: { 200: UploadUrlBody, ...FAILURES, 429: ErrorBody },
    },
    handler: async (request) => {
      const { project, version } = request.params
      const number = answer(readVersionNumber(version))
      const { modelType } = request.query
      const upload = answer(await managementOf(request).models.prepareForVersion(project, number, modelType))
      return { url: links.of(request).modelUpload(upload) }
    },
  })
}

function changeRoutes(server: ManagementServer): void {
  server.post('/:workspace/models/:modelId/favorite', {
    config: { scope: 'version:update' },
    schema: {
      summary: 'Put a star on a model, or take it off',
      tags,
      params: ModelPath,
      body: FavoriteBody,
      response: { 200: FavoredBody, ...FAILURES },
    },
    handler: async (request) => {
      const { starred } = request.body
      answer(await managementOf(request).models.favor(request.params.modelId, starred))
      return { success: true as const, starred }
    },
  })

  server.delete('/:workspace/models/:modelId', {
    config: { scope: 'version:delete' },
    schema: {
      summary: 'Move a model to the trash',
      tags,
      params: ModelPath,
      response: { 200: DeletedModelBody, ...FAILURES },
    },
    handler: async (request) => {
      const { workspace, modelId } = request.params
      const { id } = answer(await managementOf(request).models.moveToTrash(modelId))
      return { deleted: true as const, type: 'model' as const, workspace, modelId: id, trash: true as const }
    },
  })
}

const Link = z.object({ key: z.string(), upload: z.string() })
const Length = z.object({ 'content-length': z.coerce.number() })

/** Where weights arrive. The link carries its own key, so this asks for no API key. A plugin of its own: bodies stay streams here. */
export async function modelArrivals(
  server: FastifyInstance,
  { models }: Pick<ManagementServices, 'models'>,
  links: Links,
): Promise<void> {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // The rest of a refused file is read to its end: clients read no answer before they have sent all.
  server.addHook('onResponse', async ({ raw }) => void raw.unpipe().resume())

  server.put(`${FILES}/models`, { schema: { hide: true } }, async ({ query, headers, raw }) => {
    const link = Link.safeParse(query)
    if (!link.success || !(await links.opens(link.data.key, LINKED.modelUpload(link.data.upload)))) {
      return answer(refuse('model-link-leads-to-no-upload'))
    }
    const length = Length.safeParse(headers)
    if (length.success && length.data['content-length'] > MAX_MODEL_BYTES) return answer(tooLarge())
    answer(await models.receive(link.data.upload, raw, digestIn(headers)))
    return { success: true }
  })
}
