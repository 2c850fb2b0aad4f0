import type { FastifyInstance } from 'fastify'
import { withAnswers } from '../../kit/answers.ts'
import { RegistryBody } from '../schemas/models.ts'

export function modelRoutes(scope: FastifyInstance): void {
  withAnswers(scope).get('/model/registry', {
    schema: { summary: 'The models that are loaded', tags: ['Models'], response: { 200: RegistryBody } },
    handler: async () => ({ models: [] }),
  })
}
