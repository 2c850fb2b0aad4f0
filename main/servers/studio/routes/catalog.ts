import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LOOKS_URL } from '#common/contract/urls'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import { limitBodies } from '../../kit/body-limit.ts'
import { routeOnProject } from '../declared.ts'
import { errorBody } from '../error-body.ts'
import type { StudioServices } from '../services.ts'

const ThumbParams = z.object({ project: z.string() })

/** An image that a person searches by. */
const MAX_IMAGE_BYTES = 64 * 1024 * 1024

/** Images of the catalog. A plugin of its own: bodies are bytes here. */
export function catalogRoutes(server: FastifyInstance, { catalog, files, remote }: StudioServices): void {
  server.removeAllContentTypeParsers()
  limitBodies(server, MAX_IMAGE_BYTES)
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_IMAGE_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  async function describe(bytes: Uint8Array) {
    const looks = await catalog.describe(bytes)
    return looks.ok ? ok(Buffer.from(looks.value).toString('base64')) : looks
  }

  server.get('/catalog/:project/thumb', { config: routeOnProject('catalog:read') }, async ({ params }, reply) => {
    const { project } = ThumbParams.parse(params)
    const there = remote()
    const cover = await there?.images.cover(project)
    const thumb = there ? cover?.ok === true && cover.value : await files.publishedThumb(project)
    if (thumb === undefined || thumb === false) return reply.code(404).send(errorBody(message('answer-image-unknown')))
    // Files in a catalog folder change when somebody changes them.
    return reply.type(thumb.type).header('cache-control', 'no-cache').send(createReadStream(thumb.path))
  })

  server.put(LOOKS_URL, { config: routeOnProject('catalog:read') }, async ({ body }, reply) => {
    const bytes = z.instanceof(Uint8Array).safeParse(body)
    if (!bytes.success) return reply.code(400).send(errorBody(message('answer-body-not-image')))
    const there = remote()
    const looks = there ? await there.studio.catalog.look(bytes.data) : await describe(bytes.data)
    return looks.ok ? { looks: looks.value } : reply.code(400).send(errorBody(looks.error))
  })
}
