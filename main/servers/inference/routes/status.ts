import { FAILURES } from '../schemas/kit.ts'
import { HealthBody, InfoBody, LogsBody, LogsQuery, ReadinessBody } from '../schemas/status.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'

interface About {
  readonly appVersion: string
  readonly serverId: string
}

const TAGS = ['Status']
/** Number of entries for a limit of 0. */
const FEW_ENTRIES = 100

export function statusRoutes(
  server: InferenceServer,
  { logs }: Pick<InferenceServices, 'logs'>,
  { appVersion, serverId }: About,
): void {
  server.get('/healthz', {
    schema: { summary: 'Whether the server lives', tags: TAGS, response: { 200: HealthBody } },
    handler: async () => ({ status: 'healthy' as const }),
  })

  server.get('/readiness', {
    schema: { summary: 'Whether the server takes requests', tags: TAGS, response: { 200: ReadinessBody } },
    handler: async () => ({ status: 'ready' as const }),
  })

  server.get('/info', {
    schema: { summary: 'What the server is', tags: TAGS, response: { 200: InfoBody } },
    handler: async () => ({ name: 'Tessera inference server', version: appVersion, uuid: serverId }),
  })

  server.get('/logs', {
    schema: {
      summary: 'The last entries of the log',
      description: 'In the order of their time. The last thousand are kept.',
      tags: TAGS,
      querystring: LogsQuery,
      response: { 200: LogsBody, 422: FAILURES[422] },
    },
    handler: async ({ query: { limit, level, since } }) => {
      const after = since === undefined ? Number.NaN : Date.parse(since)
      const found = logs.entries().filter((entry) => {
        const isLater = Number.isNaN(after) || Date.parse(entry.timestamp) > after
        return isLater && (!level || entry.level === level.toUpperCase())
      })
      const shown = found.slice(-(limit || FEW_ENTRIES))
      return { logs: shown.map((entry) => ({ ...entry })), total_count: shown.length }
    },
  })
}
