import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { BlobHash, ImageId } from '#common/ids'
import type { StudioServices } from '../services.ts'

const PictureParams = z.object({ image: ImageId, size: z.enum(['thumb', 'screen', 'full']) })
const VersionPictureParams = z.object({ project: z.string(), version: z.coerce.number().int(), blob: BlobHash })
const VersionSourceParams = VersionPictureParams.extend({
  position: z.coerce.number().int().nonnegative(),
  size: z.enum(['thumb', 'screen']),
})
const PreviewParams = z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) })

/** A picture's bytes never change under its address. */
const FOREVER = 'private, max-age=31536000, immutable'

/** Pixels for the screens: stored pictures in three sizes, pictures of versions, and previews. */
export function pixelRoutes(
  server: FastifyInstance,
  { workspace, projects, images, versions, files, elsewhere: elsewhereOf }: StudioServices,
): void {
  server.get('/pictures/:image/:size', async (request, reply) => {
    const params = PictureParams.safeParse(request.params)
    const image = params.success ? await images.findAnywhere(params.data.image) : undefined
    if (!params.success) return notThere(reply)
    const { image: id, size } = params.data
    const elsewhere = image === undefined ? await elsewhereOf()?.pictures.sized(id, size) : undefined
    const file = image === undefined ? elsewhere?.ok === true && elsewhere.value : await files.picture(image, size)
    if (file === undefined || file === false) return notThere(reply)
    const { path, type } = file
    return reply.type(type).header('cache-control', FOREVER).send(createReadStream(path))
  })

  server.get('/versions/:project/:version/pictures/:blob', async (request, reply) => {
    const params = VersionPictureParams.safeParse(request.params)
    if (!params.success) return notThere(reply)
    const project = await projects.find(workspace, params.data.project)
    const version = project.ok ? await versions.find(project.value, params.data.version) : project
    if (!version.ok || !(await versions.holds(version.value, params.data.blob))) return notThere(reply)
    return reply
      .type('image/jpeg')
      .header('cache-control', FOREVER)
      .send(createReadStream(files.blob(params.data.blob)))
  })

  server.get('/versions/:project/:version/sources/:position/:blob/:size', async (request, reply) => {
    const params = VersionSourceParams.safeParse(request.params)
    if (!params.success) return notThere(reply)
    const { blob, position, size } = params.data
    const project = await projects.find(workspace, params.data.project)
    const version = project.ok ? await versions.find(project.value, params.data.version) : project
    const source = version.ok ? await versions.source(version.value, position) : undefined
    if (source?.blob !== blob) return notThere(reply)
    const { path, type } = await files.source(blob, size)
    return reply.type(type).header('cache-control', FOREVER).send(createReadStream(path))
  })

  server.get('/previews/:key', async (request, reply) => {
    const params = PreviewParams.safeParse(request.params)
    const jpeg = params.success ? files.preview(params.data.key) : undefined
    if (jpeg === undefined) return notThere(reply)
    return reply.type('image/jpeg').header('cache-control', FOREVER).send(Buffer.from(jpeg))
  })
}

function notThere(reply: FastifyReply) {
  return reply.code(404).send({ error: 'This picture is not there' })
}
