import { z } from 'zod'
import { answer } from '../../kit/refused-request.ts'
import { callerSignal } from '../asking.ts'
import { readImages } from '../bodies/images.ts'
import { checkMasks } from '../bodies/masks.ts'
import { toErrorBody, unfit } from '../errors.ts'
import { ErrorBody, FAILURES, Query } from '../schemas/kit.ts'
import { ReconstructionBody } from '../schemas/reconstruction.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'

/** 3D objects are reconstructed by another server, if one is configured. */
export function reconstructionRoutes(server: InferenceServer, { fetcher, reconstructor }: InferenceServices): void {
  server.post('/sam3_3d/infer', {
    schema: {
      summary: 'Rebuild objects in three dimensions',
      description: 'Passed on to the server of `SAM3_3D_SIDECAR_URL`, once image and masks are checked.',
      tags: ['SAM 3'],
      querystring: Query,
      body: ReconstructionBody,
      response: { 200: z.unknown(), ...FAILURES, 501: ErrorBody, 502: ErrorBody },
    },
    handler: async (request, reply) => {
      const { api_key: _key, ...body } = request.body
      checkMasks(body.mask_input)
      const signal = callerSignal(reply)
      const [source] = await readImages([body.image], { fetcher, signal })
      if (source?.kind !== 'encoded') throw unfit(['image', 'type'], 'image.type must be "base64" or "url" here')
      if (reconstructor === undefined) return reply.code(501).send(toErrorBody(NOT_HERE))
      const image = { type: 'base64', value: source.bytes }
      const made = answer(await reconstructor.reconstruct({ ...body, image }, signal))
      return reply.type('application/json').send(made)
    },
  })
}

const NOT_HERE =
  'This server rebuilds no objects in three dimensions itself. Start it with SAM3_3D_SIDECAR_URL set to the address of one that does'
