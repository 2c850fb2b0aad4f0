import { StoredEvent } from '#common/events/stored-event'
import { answer } from '../../kit/refused-request.ts'
import { LargeBody } from '../bodies/large.ts'
import { inOneSpelling, spellEvent } from '../bodies/spelling.ts'
import { CreatedBody, CreateEventBody, EventParams } from '../schemas/create.ts'
import { FAILURES } from '../schemas/errors.ts'
import type { EventsServices } from '../services.ts'
import type { EventsServer } from '../validation.ts'
import { toCreated, toNewEvent } from '../wire/create.ts'
import { sendWritten } from '../wire/stored.ts'

const tags = ['Events']

export function eventRoutes(server: EventsServer, { events, largeBodies }: EventsServices): void {
  const { 400: invalid, 401: keyless, 404: missing, 413: large, 422: misfits, 500: failed, 529: full } = FAILURES
  server.post('/v2/events', {
    // Runs before the body is read, so that a full store refuses at once.
    onRequest: (_request, _reply, done) => {
      answer(events.capacity())
      done()
    },
    preValidation: inOneSpelling(spellEvent),
    config: { takesLarge: true },
    schema: {
      summary: 'Create an event',
      tags,
      body: CreateEventBody,
      response: { 201: CreatedBody, 400: invalid, 401: keyless, 413: large, 422: misfits, 500: failed, 529: full },
    },
    handler: async (request, reply) => {
      const given: unknown = request.body
      const creating =
        given instanceof LargeBody
          ? events.createReady(() => largeBodies.event(given))
          : events.create(toNewEvent(request.body))
      return reply.code(201).send(toCreated(answer(await creating)))
    },
  })

  server.get('/v2/events/:event_id', {
    schema: {
      summary: 'One event',
      tags,
      params: EventParams,
      response: { 200: StoredEvent, 401: keyless, 404: missing, 500: failed },
    },
    handler: async ({ params }, reply) => sendWritten(reply, [answer(await events.find(params.event_id))]),
  })
}
