import type { FastifyRequest } from 'fastify'
import { answer } from '../../kit/refused-request.ts'
import { FAILURES } from '../schemas/errors.ts'
import { EventPageBody, EventQueryString, LatestQueryString } from '../schemas/query.ts'
import type { EventsServices } from '../services.ts'
import type { EventsServer } from '../validation.ts'
import { toEventQuery, toPageParts } from '../wire/query.ts'
import { sendWritten } from '../wire/stored.ts'

const tags = ['Events']

export function readingRoutes(server: EventsServer, { events }: EventsServices): void {
  const { 400: invalid, 401: keyless, 422: misfits, 500: failed } = FAILURES
  server.get('/v2/events', {
    preValidation: takeLastValues,
    schema: {
      summary: 'Events that fit a filter, page by page',
      tags,
      querystring: EventQueryString,
      response: { 200: EventPageBody, 400: invalid, 401: keyless, 422: misfits, 500: failed },
    },
    handler: async ({ query }, reply) => {
      const page = answer(await events.page(answer(toEventQuery(query))))
      return sendWritten(reply, toPageParts(page))
    },
  })

  server.get('/v2/events/latest/query', {
    preValidation: takeLastValues,
    schema: {
      summary: 'The latest events',
      tags,
      querystring: LatestQueryString,
      response: { 200: EventPageBody, 401: keyless, 422: misfits, 500: failed },
    },
    handler: async ({ query: { limit, include_drafts: includeDrafts } }, reply) =>
      sendWritten(reply, toPageParts(answer(await events.latest({ limit, includeDrafts })))),
  })
}

/** Parameters that may be repeated become lists, even with one value. For the others the last value counts. */
async function takeLastValues(request: FastifyRequest): Promise<void> {
  const given = Object.entries(Object(request.query))
  request.query = Object.fromEntries(
    given.map(([name, value]) => {
      if (name === 'metadata_filter') return [name, [value].flat()]
      return [name, Array.isArray(value) ? value.at(-1) : value]
    }),
  )
}
