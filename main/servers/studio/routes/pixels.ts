import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BlobHash, ImageId } from '#common/ids'
import { routeOnProject } from '../declared.ts'
import { noImage, sendImageFile, sendPixels, windowOf } from '../pixels.ts'
import type { StudioServices } from '../services.ts'

const ImageParams = z.object({ image: ImageId, size: z.enum(['thumb', 'screen', 'full']) })
const VersionImageParams = z.object({ project: z.string(), version: z.coerce.number().int(), blob: BlobHash })
const VersionSourceParams = VersionImageParams.extend({
  position: z.coerce.number().int().nonnegative(),
  size: z.enum(['thumb', 'screen']),
})
const PreviewParams = z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) })

/** Pixels for the screens: stored images in three sizes, images of versions, and previews. */
export function pixelRoutes(
  server: FastifyInstance,
  { workspace, projects, images, versions, files, remote: remoteOf }: StudioServices,
): void {
  server.get('/images/:image/:size', { config: routeOnProject('image:read') }, async (request, reply) => {
    const params = ImageParams.safeParse(request.params)
    if (!params.success) return noImage(reply)
    const { image: id, size } = params.data
    const image = await images.findAnywhere(id)
    if (image === undefined) {
      const remote = await remoteOf()?.images.sized(id, size)
      return sendPixels(reply, remote?.ok === true ? remote.value : undefined)
    }
    const deep = size === 'screen' ? await files.deepScreen(image, windowOf(request.query)) : undefined
    return sendPixels(reply, deep ?? (await files.image(image, size)))
  })

  server.get(
    '/versions/:project/:version/images/:blob',
    { config: routeOnProject('version:read') },
    async (request, reply) => {
      const params = VersionImageParams.safeParse(request.params)
      if (!params.success) return noImage(reply)
      const project = await projects.find(workspace, params.data.project)
      const version = project.ok ? await versions.find(project.value, params.data.version) : project
      if (!version.ok || !(await versions.holds(version.value, params.data.blob))) return noImage(reply)
      return sendImageFile(reply, files.blob(params.data.blob))
    },
  )

  server.get(
    '/versions/:project/:version/sources/:position/:blob/:size',
    { config: routeOnProject('version:read') },
    async (request, reply) => {
      const params = VersionSourceParams.safeParse(request.params)
      if (!params.success) return noImage(reply)
      const { blob, position, size } = params.data
      const project = await projects.find(workspace, params.data.project)
      const version = project.ok ? await versions.find(project.value, params.data.version) : project
      const source = version.ok ? await versions.source(version.value, position) : undefined
      if (source?.blob !== blob) return noImage(reply)
      return sendPixels(reply, await files.source(blob, size))
    },
  )

  server.get('/previews/:key', { config: routeOnProject('version:read') }, async (request, reply) => {
    const params = PreviewParams.safeParse(request.params)
    const jpeg = params.success ? files.preview(params.data.key) : undefined
    return sendPixels(reply, jpeg && { type: 'image/jpeg', bytes: jpeg })
  })
}
