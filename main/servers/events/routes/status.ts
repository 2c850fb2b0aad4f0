import type { FastifyInstance } from 'fastify'
import { withAnswers } from '../../kit/answers.ts'
import { HealthBody } from '../schemas/status.ts'

export function statusRoutes(scope: FastifyInstance, version: string): void {
  withAnswers(scope).get('/health', {
    schema: { summary: 'How the store is; needs no key', tags: ['Status'], response: { 200: HealthBody } },
    handler: async () => ({ status: 'healthy' as const, version, events: 0, drafts: 0, capacity_blocked: false }),
  })
}
