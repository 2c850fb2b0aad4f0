import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { PixelFacts } from '#common/contract/pixels'
import { refusal } from '#common/errors'
import { ImageId } from '#common/ids'
import type { StoredImage } from '#core/dataset/images/ports'
import { routeOnProject } from '../declared.ts'
import { errorBody } from '../error-body.ts'
import { noImage, sendPixels, windowOf } from '../pixels.ts'
import type { StudioServices } from '../services.ts'

const FactsParams = z.object({ image: ImageId })
const whole = z.coerce.number().int().nonnegative()
const TileParams = z.object({ image: ImageId, level: whole, column: whole, row: whole })

/** Another machine's images are shown as one. */
const SHOWN_AS_ONE: PixelFacts = { pages: 1, depth: null, tiles: { state: 'none' } }

/** Large and deep images in parts. */
export function tileRoutes(server: FastifyInstance, { images, files, remote }: StudioServices): void {
  server.get('/images/:image/facts', { config: routeOnProject('image:read') }, async (request, reply) => {
    const params = FactsParams.safeParse(request.params)
    if (!params.success) return noImage(reply)
    const image = await images.findAnywhere(params.data.image)
    if (image === undefined) return remote() === undefined ? noImage(reply) : reply.send(SHOWN_AS_ONE)
    const facts = await files.pixelFacts(image, hasPrepare(request.query))
    return facts === undefined ? gone(reply, image) : reply.header('cache-control', 'no-store').send(facts)
  })

  server.get(
    '/images/:image/tiles/:level/:column/:row',
    { config: routeOnProject('image:read') },
    async (request, reply) => {
      const params = TileParams.safeParse(request.params)
      const image = params.success ? await images.findAnywhere(params.data.image) : undefined
      if (!params.success || image === undefined) return noImage(reply)
      return sendPixels(reply, await files.tile(image, params.data, windowOf(request.query)))
    },
  )
}

function hasPrepare(query: unknown): boolean {
  return z.object({ prepare: z.string() }).safeParse(query).success
}

function gone(reply: FastifyReply, { name }: StoredImage) {
  return reply.code(410).send(errorBody(refusal('stored-file-missing', { image: name })))
}
