import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LOOKS_URL } from '#common/contract/urls'
import type { StudioServices } from '../services.ts'

const ThumbParams = z.object({ project: z.string() })

/** A picture that a person searches by. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

/** Pictures of the catalog. A plugin of its own: bodies are bytes here. */
export function catalogRoutes(server: FastifyInstance, { catalog, files }: StudioServices): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  server.get('/catalog/:project/thumb', async ({ params }, reply) => {
    const { project } = ThumbParams.parse(params)
    const thumb = await files.publishedThumb(project)
    if (thumb === undefined) return reply.code(404).send({ error: 'This picture is not there' })
    // What lies in a catalog folder changes when somebody changes it.
    return reply.type(thumb.type).header('cache-control', 'no-cache').send(createReadStream(thumb.path))
  })

  server.put(LOOKS_URL, async ({ body }, reply) => {
    const bytes = z.instanceof(Uint8Array).safeParse(body)
    if (!bytes.success) return reply.code(400).send({ error: 'Send the picture as the body of the request' })
    const looks = await catalog.describe(bytes.data)
    if (!looks.ok) return reply.code(400).send({ error: looks.error.message })
    return { looks: Buffer.from(looks.value).toString('base64') }
  })
}
