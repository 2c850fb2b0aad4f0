import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DraftKey } from '#common/inference/recognition'
import { message } from '#common/messages/message'
import { reasonOf } from '#common/messages/sentence'
import { MAX_MODEL_BYTES } from '#core/models/store/rules'
import { limitBodies } from '../../kit/body-limit.ts'
import { errorBody } from '../error-body.ts'
import type { StudioServices } from '../services.ts'

const FileParams = z.object({ draft: DraftKey })
const FileQuery = z.object({ path: z.string().min(1).max(4096) })

/** Files of models that are imported. A plugin of its own: bodies stay streams, and go to the disk as they arrive. */
export function modelRoutes(server: FastifyInstance, { modelStore }: StudioServices): void {
  server.removeAllContentTypeParsers()
  limitBodies(server, MAX_MODEL_BYTES)
  server.addContentTypeParser('*', { bodyLimit: MAX_MODEL_BYTES }, (_request, payload, done) => done(null, payload))

  server.put('/models/:draft/files', async (request, reply) => {
    const params = FileParams.safeParse(request.params)
    const query = FileQuery.safeParse(request.query)
    if (!params.success || !query.success) return reply.code(400).send(errorBody(message('answer-model-file-unnamed')))
    const taken = await modelStore.takeFile(params.data.draft, query.data.path, request.raw)
    if (taken.ok) return { bytes: taken.value }
    // The rest of the file is read and dropped, so that the answer reaches the sender.
    request.raw.resume()
    return reply.code(reasonOf(taken.error) === 'model-draft-not-found' ? 409 : 400).send(errorBody(taken.error))
  })
}
