import type { FastifyRequest } from 'fastify'
import { StoredEvent } from '#common/events/stored-event'
import { answer } from '../../kit/refused-request.ts'
import { checkLength, openFile, readFileForms } from '../bodies/file.ts'
import { LargeBody } from '../bodies/large.ts'
import { spellImage } from '../bodies/spelling.ts'
import { EventParams, NewImageBody } from '../schemas/create.ts'
import { FileForm, StoredFileBody, StoredImageBody } from '../schemas/drafts.ts'
import { FAILURES } from '../schemas/errors.ts'
import type { EventsServices } from '../services.ts'
import { type EventsServer, withSchemas } from '../validation.ts'
import { toNewImage } from '../wire/create.ts'
import { sendJson } from '../wire/stored.ts'

const tags = ['Drafts']

/** Drafts accept media until they are final. */
export async function draftRoutes(server: EventsServer, services: EventsServices): Promise<void> {
  const { events } = services
  const { 401: keyless, 404: missing, 500: failed } = FAILURES
  server.post('/v2/events/:event_id/finalize', {
    schema: {
      summary: 'Make a draft final',
      description: 'A final event takes no more media. One that is final already is answered as it is.',
      tags,
      params: EventParams,
      response: { 200: StoredEvent, 401: keyless, 404: missing, 500: failed },
    },
    handler: async ({ params }, reply) => sendJson(reply, answer(await events.finalize(params.event_id))),
  })
  await server.register(async (scope) => {
    await readFileForms(scope, events.maxFileBytes)
    imageRoute(withSchemas(scope), services)
  })
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await readFileForms(scope, events.maxFileBytes)
    fileRoutes(withSchemas(scope), services)
  })
}

function imageRoute(server: EventsServer, { events, largeBodies }: EventsServices): void {
  server.post('/v2/events/:event_id/images', {
    onRequest: async () => answer(events.capacity()),
    preValidation: spellEntry,
    config: { takesLarge: true },
    schema: {
      summary: 'Attach an image to a draft',
      description:
        'An entry of `images` as JSON, or a form with the image as the part `file` and, if it has one, its `label`.',
      tags,
      params: EventParams,
      body: NewImageBody,
      response: { 201: StoredImageBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { event_id: id } = request.params
      const given: unknown = request.body
      if (given instanceof LargeBody)
        return sendJson(reply.code(201), answer(await events.attachReady(id, () => largeBodies.image(given))))
      const attached = request.isMultipart()
        ? await events.attachFileOfImage(id, await openFile(request))
        : await events.attachImage(id, toNewImage(request.body))
      return sendJson(reply.code(201), answer(attached))
    },
  })
}

function fileRoutes(server: EventsServer, { events }: EventsServices): void {
  const refuseEarly = async (request: FastifyRequest) => {
    answer(events.capacity())
    checkLength(request, events.maxFileBytes)
  }
  const places = [
    { place: 'videos', summary: 'Attach a video to a draft', attach: events.attachVideo },
    {
      place: 'local-only-files',
      summary: 'Attach a file to a draft that never leaves this machine',
      attach: events.attachLocalOnly,
    },
  ] as const
  for (const { place, summary, attach } of places) {
    server.post(`/v2/events/:event_id/${place}`, {
      onRequest: refuseEarly,
      // The body is a stream; its schema is only documentation.
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: {
        summary,
        tags,
        consumes: ['multipart/form-data'],
        params: EventParams,
        body: FileForm,
        response: { 201: StoredFileBody, ...FAILURES },
      },
      handler: async (request, reply) => {
        const attached = await attach(request.params.event_id, await openFile(request))
        return sendJson(reply.code(201), answer(attached))
      },
    })
  }
}

/** A form cannot be checked before it is read. */
async function spellEntry(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) request.body = {}
  else if (!(request.body instanceof LargeBody)) request.body = spellImage(request.body)
}
