import { z } from 'zod'
import type { HttpFigure } from '../http-figures.ts'
import { FiguresBody } from '../schemas/status.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toFiguresBody } from '../wire/figures.ts'
import { toMetricsText } from '../wire/metrics.ts'

const TAGS = ['Status']

export function metricsRoutes(
  server: InferenceServer,
  { inference }: Pick<InferenceServices, 'inference'>,
  http: () => readonly HttpFigure[],
): void {
  server.get('/metrics', {
    schema: { summary: 'Figures for Prometheus', tags: TAGS, response: { 200: z.string() } },
    handler: async (_request, reply) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(
        toMetricsText({
          models: inference.figures(),
          loaded: inference.loaded(),
          http: http(),
          hostMemoryBytes: inference.memoryBytes(),
          process: processFigures(),
        }),
      ),
  })

  server.get('/dashboard/figures.json', {
    schema: { summary: 'The figures of the dashboard', tags: TAGS, response: { 200: FiguresBody } },
    handler: async () =>
      toFiguresBody({
        models: inference.figures(),
        loaded: inference.loaded(),
        hostMemoryBytes: inference.memoryBytes(),
        uptimeSeconds: process.uptime(),
      }),
  })
}

function processFigures() {
  const { user, system } = process.cpuUsage()
  return {
    memoryBytes: process.memoryUsage.rss(),
    cpuSeconds: (user + system) / 1e6,
    startedAt: Date.now() / 1000 - process.uptime(),
  }
}
