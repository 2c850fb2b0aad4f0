import { z } from 'zod'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import type { Links } from '../links.ts'
import { ImageBody, ImagePath, ImageQuery, ImagesBody, PurgedBody } from '../schemas/images.ts'
import { FAILURES, ProjectPath, WorkspacePath } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toImageBody, withoutMarks } from '../wire/images.ts'
import { isTrue } from '../wire/kit.ts'

export function imageRoutes(server: ManagementServer, links: Links): void {
  server.get('/:workspace/:project/images/:imageId', {
    config: { scope: 'image:read' },
    schema: {
      summary: 'A picture, its labels, and links to its pixels',
      tags: ['Images'],
      params: ImagePath,
      querystring: ImageQuery,
      response: { 200: ImageBody, ...FAILURES },
    },
    handler: async (request) => {
      const { project, imageId } = request.params
      const image = answer(await managementOf(request).image(project, imageId))
      const told = isTrue(request.query.marks) ? image : withoutMarks(image)
      return toImageBody(told, links.of(request).image(image.id))
    },
  })

  server.delete('/:workspace/:project/images', {
    config: { scope: 'image:delete' },
    schema: {
      summary: 'Move pictures to the trash',
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
      summary: 'Delete pictures that belong to no project',
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
