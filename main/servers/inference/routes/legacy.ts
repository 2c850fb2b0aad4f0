import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refusal, refuse } from '#common/errors'
import { shorten } from '#common/text'
import { answer, RefusedRequest } from '../../kit/refused-request.ts'
import { callerSignal, chooseFor } from '../asking.ts'
import { readImages } from '../bodies/images.ts'
import { openLegacyImage, readLegacyBodies } from '../bodies/legacy.ts'
import { predictFor } from '../predicting.ts'
import { FAILURES } from '../schemas/kit.ts'
import { LegacyPath } from '../schemas/models.ts'
import { LegacyQuery } from '../schemas/predict.ts'
import { PredictionBody } from '../schemas/predictions.ts'
import type { InferenceServices } from '../services.ts'
import { type InferenceServer, withSchemas } from '../validation.ts'
import { legacyOptions } from '../wire/options.ts'

/**
 * Registered as a separate plugin, because bodies stay bytes here. Handles every address of two segments that no other
 * route has.
 */
export async function legacyRoutes(scope: InferenceServer, services: InferenceServices): Promise<void> {
  await readLegacyBodies(scope)
  const server = withSchemas(scope)
  for (const method of ['GET', 'POST'] as const) {
    server.route({
      method,
      url: '/:dataset_id/:version_id',
      schema: {
        summary: 'Run a model on an image',
        description:
          'The image is the address `image` of the query, the part `file` of a form, or the body as base64 text. `format=image` ' +
          'answers a JPEG.',
        tags: ['Models'],
        params: LegacyPath,
        querystring: LegacyQuery,
        response: { 200: PredictionBody, ...FAILURES },
      },
      onRequest: async (request) => refuseOtherMethod(scope, request),
      handler: async (request, reply) => {
        const found = await predict(services, { request, reply, query: request.query, at: request.params })
        return request.query.format === 'image' ? sendJpeg(reply, found) : found.body
      },
    })
  }
}

/** Refuses an operation of this server requested with the wrong method, which is not a model. */
function refuseOtherMethod(server: InferenceServer, { method, url: asked }: FastifyRequest): void {
  const [url = ''] = asked.split('?')
  const other = method === 'GET' ? 'POST' : 'GET'
  // Routes with parameters or wildcards cannot be looked up.
  if (/^[\w/-]+$/.test(url) && server.hasRoute({ url, method: other })) {
    answer(refuse('operation-of-other-method', { method, path: shorten(url), other }))
  }
}

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: LegacyQuery
  readonly at: z.output<typeof LegacyPath>
}

async function predict({ inference, fetcher }: InferenceServices, { request, reply, query, at }: Asked) {
  const options = legacyOptions(query)
  const image = await openLegacyImage(request, query)
  const asking = { request, reply, inference }
  const chosen = await chooseFor(asking, { kind: 'named', id: `${at.dataset_id}/${at.version_id}` })
  const fetching = { fetcher, signal: callerSignal(reply) }
  const images = 'source' in image ? [image.source] : await readImages([image.image], fetching)
  const [found] = await predictFor(asking, { chosen, images, options, id: undefined })
  if (found === undefined) throw new Error(`The model ${chosen.model.manifest.id} answered nothing for an image`)
  return { ...found, manifest: chosen.model.manifest }
}

function sendJpeg(reply: FastifyReply, { drawing, manifest }: Awaited<ReturnType<typeof predict>>) {
  if (drawing !== undefined) return reply.type('image/jpeg').send(drawing)
  const { id, task } = manifest
  throw new RefusedRequest(refusal('model-draws-no-image', { id, task }))
}
