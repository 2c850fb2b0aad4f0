import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ImageId } from '#common/ids'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import type { Links } from '../links.ts'
import { ImageBody, ImagePath, ImageQuery, ImagesBody, PurgedBody } from '../schemas/images.ts'
import { FAILURES, ProjectPath, WorkspacePath } from '../schemas/kit.ts'
import type { DenseImages } from '../services.ts'
import type { ManagementServer } from '../validation.ts'
import { toImageBody, withoutMarks } from '../wire/images.ts'
import { isTrue } from '../wire/kit.ts'

/** Sends a body that is written already; the schema of the route would write it again. */
function sendJson<Reply extends FastifyReply>(reply: Reply, body: Uint8Array): Reply {
  const plain: FastifyReply = reply
  void plain.type(JSON_TYPE).send(body)
  return reply
}

/** As answers that are written by their schemas say. */
const JSON_TYPE = 'application/json; charset=utf-8'

export function imageRoutes(server: ManagementServer, links: Links, denseImages: DenseImages): void {
  const denseBody = denseBodies(links, denseImages)

  server.get('/:workspace/:project/images/:imageId', {
    config: { scope: 'image:read' },
    schema: {
      summary: 'An image, its labels, and links to its pixels',
      tags: ['Images'],
      params: ImagePath,
      querystring: ImageQuery,
      response: { 200: ImageBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { project, imageId } = request.params
      const dense = await denseBody(request, request.params, isTrue(request.query.marks))
      if (dense !== undefined) return sendJson(reply, dense)
      const image = answer(await managementOf(request).image(project, imageId))
      const told = isTrue(request.query.marks) ? image : withoutMarks(image)
      return toImageBody(told, links.of(request).image(image.id))
    },
  })

  deletionRoutes(server)
}

function deletionRoutes(server: ManagementServer): void {
  server.delete('/:workspace/:project/images', {
    config: { scope: 'image:delete' },
    schema: {
      summary: 'Move images to the trash',
      description: 'All of them, or none when one is not in the project.',
      tags: ['Images'],
      params: ProjectPath,
      body: ImagesBody,
      response: { 204: z.null().meta({ description: 'They are in the trash' }), ...FAILURES },
    },
    handler: async (request, reply) => {
      answer(await managementOf(request).images.trash(request.params.project, request.body.images))
      return reply.code(204).send(null)
    },
  })

  server.delete('/:workspace/images', {
    config: { scope: 'image:delete' },
    schema: {
      summary: 'Delete images that belong to no project',
      description: 'Permanently deletes images that no project or version uses; others are skipped.',
      tags: ['Images'],
      params: WorkspacePath,
      body: ImagesBody,
      response: { 200: PurgedBody, ...FAILURES },
    },
    handler: async (request) => {
      const { deleted, skipped } = answer(await managementOf(request).images.purge(request.body.images))
      return { deletedSources: deleted, skippedSources: skipped, deleted, skipped }
    },
  })
}

/** Answers about images with very many annotations; undefined for all others. */
function denseBodies(links: Links, denseImages: DenseImages) {
  return async (
    request: FastifyRequest,
    { project: text, imageId }: z.output<typeof ImagePath>,
    marks: boolean,
  ): Promise<Uint8Array | undefined> => {
    const id = ImageId.safeParse(imageId)
    if (!id.success || !denseImages.holds(id.data) || request.caller === undefined) return undefined
    const { project, details } = answer(await request.caller.findDetails(text, id.data))
    const pixels = links.of(request).image(id.data)
    return answer(await denseImages.body({ project, details, links: pixels, marks }))
  }
}
