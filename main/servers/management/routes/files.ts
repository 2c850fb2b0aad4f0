import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { ImageId } from '#common/ids'
import { answer } from '../../kit/refused-request.ts'
import { sendFile } from '../../kit/send-file.ts'
import type { Links } from '../links.ts'
import type { ManagementServices } from '../services.ts'
import { drawLabels } from '../wire/drawing.ts'
import { FILES, LINKED } from '../wire/links.ts'

const Link = z.object({ key: z.string() })
const ModelPath = z.object({ model: z.string() })
const ImagePath = z.object({ image: ImageId, kind: z.enum(['original', 'thumb', 'annotation']) })

const PublishedPath = z.object({ project: z.string(), kind: z.enum(['thumb', 'annotation']) })

const HIDDEN = { schema: { hide: true } }

/** Files that the links of answers lead to. Each link carries its own key, so these ask for no API key. */
export function fileRoutes(server: FastifyInstance, services: ManagementServices, links: Links): void {
  const { exports, searchExports, images, files, models } = services

  server.get(`${FILES}/exports/:name`, HIDDEN, async (request, reply) => {
    const link = Link.safeParse(request.query)
    const [key = '', ...signed] = link.success ? link.data.key.split('.') : []
    const isLetIn = await links.opens(signed.join('.'), LINKED.archive(key))
    const archive = isLetIn ? ((await exports.download(key)) ?? (await searchExports.download(key))) : undefined
    if (!archive) return answer(refuse('link-leads-to-no-archive'))
    const { path, fileName, sha256: tag } = answer(archive)
    return sendFile({ request, reply }, { path, fileName, tag, type: 'application/zip', as: 'attachment' })
  })

  publishedRoute(server, services, links)

  server.get(`${FILES}/models/:model`, HIDDEN, async (request, reply) => {
    const at = ModelPath.safeParse(request.params)
    const link = Link.safeParse(request.query)
    const isLetIn = at.success && link.success && (await links.opens(link.data.key, LINKED.weights(at.data.model)))
    const model = isLetIn ? await models.findAnywhere(at.data.model) : undefined
    if (model === undefined) return answer(refuse('link-leads-to-no-model'))
    const { path, fileName, sha256: tag } = answer(await models.download(model))
    return sendFile({ request, reply }, { path, fileName, tag, type: 'application/octet-stream', as: 'attachment' })
  })

  server.get(`${FILES}/images/:image/:kind`, HIDDEN, async (request, reply) => {
    const at = ImagePath.safeParse(request.params)
    const link = Link.safeParse(request.query)
    if (!at.success || !link.success) return noImage()
    const { image: id, kind } = at.data
    const image = (await links.opens(link.data.key, LINKED.image(id, kind))) ? await images.findLive(id) : undefined
    if (!image) return noImage()
    if (kind === 'annotation') return sendDrawing(reply, await files.annotationSvg(image))
    const { path, type } = answer(await files.image(image, kind))
    return sendFile({ request, reply }, { path, type, fileName: image.name, as: 'inline' })
  })
}

/** The image that stands for a project in a catalog folder. */
function publishedRoute(server: FastifyInstance, { files }: Pick<ManagementServices, 'files'>, links: Links): void {
  server.get(`${FILES}/catalog/:project/:kind`, HIDDEN, async (request, reply) => {
    const at = PublishedPath.safeParse(request.params)
    const link = Link.safeParse(request.query)
    if (!at.success || !link.success) return noImage()
    const { project, kind } = at.data
    if (!(await links.opens(link.data.key, LINKED.published(project, kind)))) return noImage()
    if (kind === 'annotation') {
      const drawn = await files.publishedLabels(project)
      return drawn ? sendDrawing(reply, drawLabels(drawn.frame, drawn.labels)) : noImage()
    }
    const thumb = await files.publishedThumb(project)
    return thumb ? sendFile({ request, reply }, { ...thumb, fileName: `${project}.webp`, as: 'inline' }) : noImage()
  })
}

function noImage() {
  return answer(refuse('link-leads-to-no-image'))
}

/** Opened by itself in a browser it is a document: one that may do nothing. */
function sendDrawing(reply: FastifyReply, svg: string | Uint8Array) {
  const policy = "default-src 'none'; sandbox"
  return reply.type('image/svg+xml').header('content-security-policy', policy).send(Buffer.from(svg))
}
