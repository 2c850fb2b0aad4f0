import { type Histogram, LATENCY_EDGES, type ModelFigures } from '#core/models/inference/figures'
import type { LoadedModel } from '#core/models/inference/ports'
import type { HttpFigure } from '../http-figures.ts'

export interface Measured {
  readonly models: readonly ModelFigures[]
  readonly loaded: readonly LoadedModel[]
  readonly http: readonly HttpFigure[]
  /** Memory of the model process. */
  readonly hostMemoryBytes: number
  readonly process: {
    readonly memoryBytes: number
    readonly cpuSeconds: number
    /** Seconds since 1970. */
    readonly startedAt: number
  }
}

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number]

/** Models with gauges of their own; the histograms include all. */
const MOST_NAMED = 25

/** Returns the metrics in Prometheus' text format, version 0.0.4. */
export function toMetricsText(measured: Measured): string {
  const { models } = measured
  const all = [
    ...recent(models),
    ...counters(models),
    histograms('tessera_model_stage_seconds', stagesOf(models)),
    ...loadedModels(measured),
    ...requests(measured.http),
    ...ownProcess(measured.process),
  ]
  return `${all.filter((text) => text !== '').join('\n')}\n`
}

function counters(models: readonly ModelFigures[]): string[] {
  const counter = (name: string, value: (model: ModelFigures) => number) =>
    metric(
      `tessera_model_${name}_total`,
      'counter',
      samples(models, (model) => [{ model: model.id }, value(model)]),
    )
  return [
    counter('requests', (model) => model.requests),
    counter('errors', (model) => model.errors),
    counter('cold_starts', (model) => model.coldStarts),
    counter('load_seconds', (model) => model.loadSeconds),
  ]
}

function loadedModels({ loaded, hostMemoryBytes }: Measured): string[] {
  const byProvider = samples(loaded, ({ id, provider }) => [{ model: id, provider }, 1])
  const byMemory = samples(loaded, ({ id, memoryBytes }) => [{ model: id }, memoryBytes])
  return [
    metric('tessera_models_loaded', 'gauge', [[{}, loaded.length]]),
    metric('tessera_model_loaded', 'gauge', byProvider),
    metric('tessera_model_memory_bytes', 'gauge', byMemory),
    metric('tessera_model_host_resident_memory_bytes', 'gauge', [[{}, hostMemoryBytes]]),
  ]
}

function requests(http: readonly HttpFigure[]): string[] {
  const labelled = http.map(({ latencies, ...labels }) => [labels, latencies] as const)
  const counts = samples(labelled, ([labels, { count }]) => [labels, count])
  return [metric('http_requests_total', 'counter', counts), histograms('http_request_duration_seconds', labelled)]
}

function ownProcess({ memoryBytes, cpuSeconds, startedAt }: Measured['process']): string[] {
  return [
    metric('process_resident_memory_bytes', 'gauge', [[{}, memoryBytes]]),
    metric('process_cpu_seconds_total', 'counter', [[{}, cpuSeconds]]),
    metric('process_start_time_seconds', 'gauge', [[{}, startedAt]]),
  ]
}

function samples<Item>(items: readonly Item[], toSample: (item: Item) => Sample): Sample[] {
  return items.map(toSample)
}

/** Returns gauges over the last ten seconds, one per model and one for all, under their well-known names. */
function recent(models: readonly ModelFigures[]): string[] {
  const sum = (value: (model: ModelFigures) => number) => models.reduce((all, model) => all + value(model), 0)
  const asked = sum((model) => model.recent.requests)
  const seconds = sum((model) => model.recent.requests * model.recent.averageSeconds)
  const gauges: readonly (readonly [name: string, requests: number, average: number, errors: number])[] = [
    ...models.slice(0, MOST_NAMED).map(({ id, recent: figures }) => {
      const name = id.replace(/[^A-Za-z0-9_]/g, '_')
      return [name, figures.requests, figures.averageSeconds, figures.errors] as const
    }),
    ['total', asked, asked === 0 ? 0 : seconds / asked, sum((model) => model.recent.errors)],
  ]
  // Two ids may map to the same name, which must appear only once.
  const byName = new Map(gauges.map((gauge) => [gauge[0], gauge]))
  return [...byName.values()].flatMap(([name, requests, average, errors]) => [
    metric(`num_inferences_${name}`, 'gauge', [[{}, requests]]),
    metric(`avg_inference_time_${name}`, 'gauge', [[{}, average]]),
    metric(`num_errors_${name}`, 'gauge', [[{}, errors]]),
  ])
}

function stagesOf(models: readonly ModelFigures[]): (readonly [Labels, Histogram])[] {
  return models.flatMap(({ id, stages }) =>
    [...stages].map(([stage, counted]) => [{ model: id, stage }, counted] as const),
  )
}

function metric(name: string, kind: 'counter' | 'gauge', samples: readonly Sample[]): string {
  if (samples.length === 0) return ''
  return [`# TYPE ${name} ${kind}`, ...samples.map(([labels, value]) => `${name}${braces(labels)} ${value}`)].join('\n')
}

function histograms(name: string, series: readonly (readonly [Labels, Histogram])[]): string {
  if (series.length === 0) return ''
  const lines = series.flatMap(([labels, { counts, count, sum }]) => {
    let below = 0
    const bars = LATENCY_EDGES.map((edge, place) => {
      below += counts[place] ?? 0
      return `${name}_bucket${braces({ ...labels, le: String(edge) })} ${below}`
    })
    const open = `${name}_bucket${braces({ ...labels, le: '+Inf' })} ${count}`
    return [...bars, open, `${name}_sum${braces(labels)} ${sum}`, `${name}_count${braces(labels)} ${count}`]
  })
  return [`# TYPE ${name} histogram`, ...lines].join('\n')
}

function braces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
