import { z } from 'zod'
import { refuse } from '#common/errors'
import { shorten } from '#common/text'
import type { StoredImage } from '#core/dataset/images/ports'
import { answer } from '../kit/refused-request.ts'
import { sendFile } from '../kit/send-file.ts'
import { imageOf } from './auth.ts'
import { WorkspacePath } from './schemas/kit.ts'
import type { ManagementServices } from './services.ts'
import type { ManagementServer } from './validation.ts'

const HostedPath = WorkspacePath.extend({ imageId: z.string() })
const DrawingPath = HostedPath.extend({ group: z.string() })

/**
 * The specification's host of image files: `/<owner>/<imageId>/original.jpg` and what lies beside it. The owner is the workspace; an
 * API key opens them as it opens every operation.
 */
export function imageHostRoutes(server: ManagementServer, { files }: Pick<ManagementServices, 'files'>): void {
  const config = { scope: 'image:read' } as const

  server.get(
    '/:workspace/:imageId/original.jpg',
    { config, schema: { hide: true, params: HostedPath } },
    async (request, reply) => {
      const image = await imageOf(request, request.params.imageId)
      // The bytes that came in, under their own type: clients look into them.
      const { path, type } = answer(await files.image(image, 'original'))
      return sendFile({ request, reply }, { path, type, fileName: image.name, as: 'inline' })
    },
  )

  server.get(
    '/:workspace/:imageId/thumb.jpg',
    { config, schema: { hide: true, params: HostedPath } },
    async (request, reply) => {
      const image = await imageOf(request, request.params.imageId)
      return reply.type('image/jpeg').send(Buffer.from(answer(await files.thumbJpeg(image))))
    },
  )

  server.get(
    '/:workspace/:imageId/annotation-:group.png',
    { config, schema: { hide: true, params: DrawingPath } },
    async (request, reply) => {
      const { imageId, group } = request.params
      const image = await imageOf(request, imageId)
      const drawn = await files.annotationPng(image, group)
      return drawn ? reply.type('image/png').send(Buffer.from(drawn)) : noDrawing(image, group)
    },
  )
}

function noDrawing({ name }: StoredImage, group: string) {
  return answer(refuse('no-annotations-of-group', { image: name, group: shorten(group) }))
}
