import type { z } from 'zod'
import { type Histogram, LATENCY_EDGES, type ModelFigures } from '#core/models/inference/figures'
import type { LoadedModel } from '#core/models/inference/ports'
import type { FiguresBody } from '../schemas/status.ts'

interface Measured {
  readonly models: readonly ModelFigures[]
  readonly loaded: readonly LoadedModel[]
  readonly hostMemoryBytes: number
  readonly uptimeSeconds: number
}

const RECENT_SECONDS = 10

/** Returns the figures of the dashboard: every model that was requested, and those that are loaded otherwise. */
export function toFiguresBody({ models, loaded, ...rest }: Measured): z.input<typeof FiguresBody> {
  const ids = new Set([...loaded.map(({ id }) => id), ...models.map(({ id }) => id)])
  return {
    uptime_seconds: rest.uptimeSeconds,
    host_memory_bytes: rest.hostMemoryBytes,
    models: [...ids].map((id) => ({
      model_id: id,
      ...toLoad(loaded.find((model) => model.id === id)),
      ...toHistory(models.find((model) => model.id === id) ?? NEVER_ASKED),
    })),
  }
}

const NEVER_ASKED: Omit<ModelFigures, 'id' | 'loadSeconds'> = {
  requests: 0,
  errors: 0,
  coldStarts: 0,
  stages: new Map(),
  recent: { requests: 0, errors: 0, averageSeconds: 0 },
}

function toLoad(loaded: LoadedModel | undefined) {
  if (loaded === undefined) return { is_loaded: false, provider: null, memory_bytes: null }
  return { is_loaded: true, provider: loaded.provider, memory_bytes: loaded.memoryBytes }
}

function toHistory({ requests, errors, coldStarts, stages, recent }: typeof NEVER_ASKED) {
  const total = stages.get('total')
  const averages = [...stages].map(([stage, { sum, count }]) => [stage, sum / count] as const)
  return {
    requests,
    errors,
    cold_starts: coldStarts,
    requests_per_second: recent.requests / RECENT_SECONDS,
    latency: total ? { p50: edgeAt(total, 0.5), p95: edgeAt(total, 0.95) } : null,
    stages: Object.fromEntries(averages),
  }
}

/** Returns the upper edge of a quantile's bucket; the last edge for values above all edges. */
function edgeAt({ counts, count }: Histogram, share: number): number {
  let below = 0
  const place = counts.findIndex((each) => {
    below += each
    return below >= share * count
  })
  return LATENCY_EDGES[Math.min(place, LATENCY_EDGES.length - 1)] ?? 0
}
