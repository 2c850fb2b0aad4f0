/** Upper edges of the bars of a histogram of latencies, in seconds; one more bar is open to the top. */
export const LATENCY_EDGES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

export interface Histogram {
  /** How many fell under each edge and over the one before it; the last is over all edges. */
  readonly counts: readonly number[]
  readonly count: number
  /** In seconds. */
  readonly sum: number
}

/** Requests to a model, and the time that they took. */
export interface ModelFigures {
  readonly id: string
  readonly requests: number
  readonly errors: number
  readonly coldStarts: number
  /** Of all cold starts together. */
  readonly loadSeconds: number
  /** By stage; `total` is what a caller waited. */
  readonly stages: ReadonlyMap<string, Histogram>
  /** Of the last ten seconds. */
  readonly recent: RecentFigures
}

export interface RecentFigures {
  readonly requests: number
  readonly errors: number
  readonly averageSeconds: number
}

/** Counts of one whole second. */
interface Second {
  readonly at: number
  requests: number
  errors: number
  seconds: number
}

/** How far back the recent figures look. */
const RECENT_SECONDS = 10

export interface FiguresKeeper {
  ran(took: { readonly seconds: number; readonly stages: Readonly<Record<string, number>> }): void
  failed(seconds: number): void
  loaded(seconds: number): void
  figures(): ModelFigures
}

/** Counts what is asked of one model. `now` tells milliseconds since some moment. */
export function keepFigures(id: string, now: () => number): FiguresKeeper {
  let [requests, errors, coldStarts, loadSeconds] = [0, 0, 0, 0]
  const stages = new Map<string, ReturnType<typeof histogram>>()
  let latest: Second[] = []

  function observe(stage: string, seconds: number): void {
    const kept = stages.get(stage) ?? histogram()
    stages.set(stage, kept)
    kept.observe(seconds)
  }

  function note(seconds: number, isError: boolean): void {
    requests += 1
    errors += isError ? 1 : 0
    const at = Math.floor(now() / 1000)
    let second = latest.at(-1)
    if (second?.at !== at) {
      second = { at, requests: 0, errors: 0, seconds: 0 }
      latest = [...latest.filter((known) => known.at > at - RECENT_SECONDS), second]
    }
    second.requests += 1
    second.errors += isError ? 1 : 0
    second.seconds += seconds
    observe('total', seconds)
  }

  return {
    ran({ seconds, stages: spent }) {
      note(seconds, false)
      for (const [stage, each] of Object.entries(spent)) observe(stage, each)
    },
    failed: (seconds) => note(seconds, true),
    loaded(seconds) {
      coldStarts += 1
      loadSeconds += seconds
    },
    figures() {
      const since = now() / 1000 - RECENT_SECONDS
      const recent = latest.filter(({ at }) => at > since)
      const sum = (value: (second: Second) => number) => recent.reduce((all, second) => all + value(second), 0)
      const asked = sum((second) => second.requests)
      return {
        id,
        requests,
        errors,
        coldStarts,
        loadSeconds,
        stages: new Map([...stages].map(([stage, kept]) => [stage, kept.view()])),
        recent: {
          requests: asked,
          errors: sum((second) => second.errors),
          averageSeconds: asked === 0 ? 0 : sum((second) => second.seconds) / asked,
        },
      }
    },
  }
}

/** Counts values into bars between edges; without edges of its own, those of latencies. */
export function histogram(edges: readonly number[] = LATENCY_EDGES) {
  const counts = Array.from({ length: edges.length + 1 }, () => 0)
  let [count, sum] = [0, 0]
  return {
    observe(value: number): void {
      const bar = edges.findIndex((edge) => value <= edge)
      const place = bar === -1 ? edges.length : bar
      counts[place] = (counts[place] ?? 0) + 1
      count += 1
      sum += value
    },
    view: (): Histogram => ({ counts: [...counts], count, sum }),
  }
}
