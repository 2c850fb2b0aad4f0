import { answer } from '../../kit/refused-request.ts'
import { FAILURES } from '../schemas/errors.ts'
import {
  DeletedSchemaBody,
  EventSchemaBody,
  EventSchemasBody,
  SchemaBody,
  SchemaParams,
} from '../schemas/event-schemas.ts'
import type { EventsServices } from '../services.ts'
import type { EventsServer } from '../validation.ts'
import { toEventSchema } from '../wire/event-schemas.ts'

const tags = ['Schemas']
const { 400: invalid, 401: keyless, 404: missing, 409: conflict, 413: large, 422: misfits, 500: failed } = FAILURES

export function schemaRoutes(server: EventsServer, { events }: EventsServices): void {
  server.get('/v2/schemas', {
    schema: {
      summary: 'What event_data must be, by the name of the event schema',
      tags,
      response: { 200: EventSchemasBody, 401: keyless, 500: failed },
    },
    handler: async () => {
      const schemas = (await events.schemas()).map(toEventSchema)
      return { schemas, count: schemas.length }
    },
  })

  server.get('/v2/schemas/:name', {
    schema: {
      summary: 'One event schema',
      tags,
      params: SchemaParams,
      response: { 200: EventSchemaBody, 401: keyless, 404: missing, 500: failed },
    },
    handler: async ({ params }) => toEventSchema(answer(await events.schema(params.name))),
  })

  registrationRoutes(server, { events })
}

function registrationRoutes(server: EventsServer, { events }: Pick<EventsServices, 'events'>): void {
  server.put('/v2/schemas/:name', {
    schema: {
      summary: 'Register a JSON Schema, or replace it',
      tags,
      params: SchemaParams,
      body: SchemaBody,
      response: {
        200: EventSchemaBody,
        201: EventSchemaBody,
        400: invalid,
        401: keyless,
        409: conflict,
        413: large,
        422: misfits,
        500: failed,
      },
    },
    handler: async ({ params: { name }, body }, reply) => {
      const put = answer(await events.putSchema(name, body))
      const registered = toEventSchema({ name, isBuiltIn: false, schema: body, fault: undefined })
      return reply.code(put === 'created' ? 201 : 200).send(registered)
    },
  })

  server.delete('/v2/schemas/:name', {
    schema: {
      summary: 'Remove a registered schema',
      tags,
      params: SchemaParams,
      // The body is optional.
      response: {
        200: DeletedSchemaBody,
        401: keyless,
        404: missing,
        409: conflict,
        413: large,
        422: misfits,
        500: failed,
      },
    },
    handler: async ({ params: { name } }) => {
      answer(await events.removeSchema(name))
      return { name, deleted: true as const }
    },
  })
}
