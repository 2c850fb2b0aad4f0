import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ModelWish } from '#core/models/inference/choice'
import type { InferenceService } from '#core/models/inference/service'
import { answer } from '../../kit/refused-request.ts'
import { noteColdStart, noteModelUse } from '../headers.ts'
import { FAILURES, Query } from '../schemas/kit.ts'
import { AddBody, LegacyPath, RegistryBody, RemoveBody, StartedBody } from '../schemas/models.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toRegistryBody } from '../wire/models.ts'

const TAGS = ['Models']

export function modelRoutes(server: InferenceServer, { inference }: Pick<InferenceServices, 'inference'>): void {
  const registry = async () => toRegistryBody(await inference.registry())

  server.get('/model/registry', {
    schema: { summary: 'The models that are loaded', tags: TAGS, querystring: Query, response: { 200: RegistryBody } },
    handler: registry,
  })

  server.post('/model/add', {
    schema: {
      summary: 'Load an installed model',
      tags: TAGS,
      querystring: Query,
      body: AddBody,
      response: { 200: RegistryBody, ...FAILURES },
    },
    handler: async (request) => {
      await load(inference, request, { kind: 'named', id: request.body.model_id })
      return registry()
    },
  })

  server.post('/model/remove', {
    schema: {
      summary: 'Unload a model',
      description: 'It stays installed. One that is not loaded is no error.',
      tags: TAGS,
      querystring: Query,
      body: RemoveBody,
      response: { 200: RegistryBody, 422: FAILURES[422] },
    },
    handler: async ({ body }) => {
      const chosen = await inference.choose({ kind: 'named', id: body.model_id })
      await inference.unload(chosen.ok ? chosen.value.model.manifest.id : body.model_id)
      return registry()
    },
  })

  server.post('/model/clear', {
    schema: { summary: 'Unload all models', tags: TAGS, querystring: Query, response: { 200: RegistryBody } },
    handler: async () => {
      await inference.unloadAll()
      return registry()
    },
  })
}

/** Operations with which older programs load and unload models. */
export function olderModelRoutes(server: InferenceServer, { inference }: Pick<InferenceServices, 'inference'>): void {
  server.get('/clear_cache', {
    schema: {
      summary: 'Unload all models',
      tags: TAGS,
      querystring: Query,
      response: { 200: z.literal('Cache Cleared') },
    },
    handler: async (_request, reply) => {
      await inference.unloadAll()
      return sendText(reply, 'Cache Cleared')
    },
  })

  server.get('/start/:dataset_id/:version_id', {
    schema: {
      summary: 'Load an installed model',
      tags: TAGS,
      params: LegacyPath,
      querystring: Query,
      response: { 200: StartedBody, ...FAILURES },
    },
    handler: async (request) => {
      const { dataset_id, version_id } = request.params
      await load(inference, request, { kind: 'named', id: `${dataset_id}/${version_id}` })
      return { status: 200 as const, message: 'inference session started from local memory.' }
    },
  })
}

async function load(inference: InferenceService, request: FastifyRequest, wish: ModelWish): Promise<void> {
  const chosen = answer(await inference.choose(wish))
  const { loaded, isCold } = answer(await inference.load(chosen))
  if (isCold) noteColdStart(request, { id: loaded.id, coldSeconds: loaded.loadSeconds })
  else noteModelUse(request, { id: loaded.id })
}

/** Sends text as JSON; Fastify would send it unquoted. */
function sendText(reply: FastifyReply, text: 'Cache Cleared') {
  return reply.type('application/json').serializer(JSON.stringify).send(text)
}
