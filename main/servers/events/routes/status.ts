import { FAILURES } from '../schemas/errors.ts'
import { HealthBody, StatusBody } from '../schemas/status.ts'
import type { EventsServices } from '../services.ts'
import type { EventsServer } from '../validation.ts'
import { toStatus } from '../wire/status.ts'

const tags = ['Status']

export function statusRoutes(server: EventsServer, { events }: EventsServices, version: string): void {
  const { 401: keyless, 500: failed } = FAILURES
  server.get('/health', {
    schema: { summary: 'How the store is; needs no key', tags, response: { 200: HealthBody } },
    handler: async () => {
      const { events: stored, drafts } = events.totals()
      return { status: 'healthy' as const, version, events: stored, drafts, capacity_blocked: !events.capacity().ok }
    },
  })

  server.get('/v2/status', {
    schema: {
      summary: 'How full the store is, what it may hold, and what waits to be sent',
      tags,
      response: { 200: StatusBody, 401: keyless, 500: failed },
    },
    handler: async () => toStatus(await events.status(), version),
  })
}
