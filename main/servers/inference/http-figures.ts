import type { FastifyInstance } from 'fastify'
import { type Histogram, histogram } from '#core/models/inference/figures'

/** Requests of one operation that ended with one status. */
export interface HttpFigure {
  readonly handler: string
  readonly method: string
  /** Such as `2xx`. */
  readonly status: string
  readonly latencies: Histogram
}

/** Counts requests by operation. Unknown addresses count as one operation. */
export function countRequests(server: FastifyInstance): () => readonly HttpFigure[] {
  const kept = new Map<string, { about: Omit<HttpFigure, 'latencies'>; latencies: ReturnType<typeof histogram> }>()
  server.addHook('onResponse', async (request, reply) => {
    const about = {
      handler: request.routeOptions.url ?? 'none',
      method: request.method,
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    const key = Object.values(about).join(' ')
    const known = kept.get(key) ?? { about, latencies: histogram() }
    kept.set(key, known)
    known.latencies.observe(reply.elapsedTime / 1000)
  })
  return () => [...kept.values()].map(({ about, latencies }) => ({ ...about, latencies: latencies.view() }))
}
