import type { z } from 'zod'
import { type Histogram, LATENCY_EDGES, type ModelFigures } from '#core/inference/figures'
import type { LoadedModel } from '#core/inference/ports'
import type { FiguresBody } from '../schemas/status.ts'

interface Measured {
  readonly models: readonly ModelFigures[]
  readonly loaded: readonly LoadedModel[]
  readonly hostMemoryBytes: number
  readonly uptimeSeconds: number
}

const RECENT_SECONDS = 10

/** What the dashboard shows: every model that was asked for, and those that are loaded without it. */
export function toFiguresBody({ models, loaded, ...rest }: Measured): z.input<typeof FiguresBody> {
  const ids = new Set([...loaded.map(({ id }) => id), ...models.map(({ id }) => id)])
  return {
    uptime_seconds: rest.uptimeSeconds,
    host_memory_bytes: rest.hostMemoryBytes,
    models: [...ids].map((id) =>
      toModel(
        id,
        models.find((model) => model.id === id),
        loaded.find((model) => model.id === id),
      ),
    ),
  }
}

function toModel(id: string, figures: ModelFigures | undefined, loaded: LoadedModel | undefined) {
  const total = figures?.stages.get('total')
  const averages = [...(figures?.stages ?? [])].map(([stage, { sum, count }]) => [stage, sum / count] as const)
  return {
    model_id: id,
    is_loaded: loaded !== undefined,
    provider: loaded?.provider ?? null,
    memory_bytes: loaded?.memoryBytes ?? null,
    requests: figures?.requests ?? 0,
    errors: figures?.errors ?? 0,
    cold_starts: figures?.coldStarts ?? 0,
    requests_per_second: (figures?.recent.requests ?? 0) / RECENT_SECONDS,
    latency: total ? { p50: edgeAt(total, 0.5), p95: edgeAt(total, 0.95) } : null,
    stages: Object.fromEntries(averages),
  }
}

/** The edge that such a share of all values stays under; the last one for what is over all edges. */
function edgeAt({ counts, count }: Histogram, share: number): number {
  let below = 0
  const place = counts.findIndex((each) => {
    below += each
    return below >= share * count
  })
  return LATENCY_EDGES[Math.min(place, LATENCY_EDGES.length - 1)] ?? 0
}
