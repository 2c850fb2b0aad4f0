import { basename, dirname } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { ImageId } from '#common/ids'
import { answer } from '../errors.ts'
import type { ManagementServices } from '../services.ts'
import { drawLabels } from '../wire/drawing.ts'
import { FILES, isPictureKey } from '../wire/links.ts'

const Link = z.object({ key: z.string() })
const PicturePath = z.object({ image: ImageId, kind: z.enum(['original', 'thumb', 'annotation']) })

const HIDDEN = { schema: { hide: true } }

/** What the links of answers lead to. Each link carries its own key, so these ask for no API key. */
export function fileRoutes(server: FastifyInstance, services: ManagementServices, linkSecret: string): void {
  const { exports, searchExports, images, files } = services

  server.get(`${FILES}/exports/:name`, HIDDEN, async ({ query }, reply) => {
    const link = Link.safeParse(query)
    const key = link.success ? link.data.key : ''
    const archive = (await exports.download(key)) ?? (await searchExports.download(key))
    if (!archive) return answer(refuse('export-not-found', 'This link leads to no archive'))
    const { path, fileName } = archive
    return sendFile(reply, { path, fileName, type: 'application/zip', as: 'attachment' })
  })

  server.get(`${FILES}/images/:image/:kind`, HIDDEN, async ({ params, query }, reply) => {
    const at = PicturePath.safeParse(params)
    const link = Link.safeParse(query)
    const isLetIn = at.success && link.success && isPictureKey(link.data.key, at.data, linkSecret)
    const image = isLetIn ? await images.findLive(at.data.image) : undefined
    if (!at.success || !image) return answer(refuse('image-not-found', 'This link leads to no picture'))
    const { kind } = at.data
    if (kind === 'annotation') return sendDrawing(reply, drawLabels(image, await files.labels(image)))
    const { path, type } = await files.picture(image, kind)
    return sendFile(reply, { path, type, fileName: image.name, as: 'inline' })
  })
}

/** Opened by itself in a browser it is a document: one that may do nothing. */
function sendDrawing(reply: FastifyReply, svg: string) {
  const policy = "default-src 'none'; sandbox"
  return reply.type('image/svg+xml').header('content-security-policy', policy).send(svg)
}

interface SentFile {
  readonly path: string
  readonly type: string
  readonly fileName: string
  readonly as: 'attachment' | 'inline'
}

/** Whole, or the range that was asked for; always with its length. */
function sendFile(reply: FastifyReply, { path, type, fileName, as }: SentFile) {
  const ascii = fileName.replace(/[^\x20-\x7E]|["\\]/g, '-')
  const disposition = `${as}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
  return reply
    .type(type)
    .header('content-disposition', disposition)
    .sendFile(basename(path), dirname(path), { contentType: false, cacheControl: false })
}
