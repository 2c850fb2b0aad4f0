import type { FastifyInstance } from 'fastify'
import { withAnswers } from '../../kit/answers.ts'
import { HealthBody, InfoBody, ReadinessBody } from '../schemas/status.ts'

interface About {
  readonly appVersion: string
  readonly serverId: string
}

export function statusRoutes(scope: FastifyInstance, { appVersion, serverId }: About): void {
  const server = withAnswers(scope)

  server.get('/healthz', {
    schema: { summary: 'Whether the server lives', tags: ['Status'], response: { 200: HealthBody } },
    handler: async () => ({ status: 'healthy' as const }),
  })

  server.get('/readiness', {
    schema: { summary: 'Whether the server takes requests', tags: ['Status'], response: { 200: ReadinessBody } },
    handler: async () => ({ status: 'ready' as const }),
  })

  server.get('/info', {
    schema: { summary: 'What the server is', tags: ['Status'], response: { 200: InfoBody } },
    handler: async () => ({ name: 'Tessera inference server', version: appVersion, uuid: serverId }),
  })
}
