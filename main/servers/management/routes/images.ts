import { managementOf } from '../auth.ts'
import { answer } from '../errors.ts'
import { ImageBody, ImagePath } from '../schemas/images.ts'
import { FAILURES } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toImageBody } from '../wire/images.ts'
import { originOf, pictureLinks } from '../wire/links.ts'

export function imageRoutes(server: ManagementServer, linkSecret: string): void {
  server.get('/:workspace/:project/images/:imageId', {
    config: { scope: 'image:read' },
    schema: {
      summary: 'A picture, its labels, and links to its pixels',
      tags: ['Images'],
      params: ImagePath,
      response: { 200: ImageBody, ...FAILURES },
    },
    handler: async (request) => {
      const { project, imageId } = request.params
      const image = answer(await managementOf(request).image(project, imageId))
      return toImageBody(image, pictureLinks(originOf(request), image.id, linkSecret))
    },
  })
}
