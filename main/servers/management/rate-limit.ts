/** How often one key may ask. */
export interface RateLimit {
  /** Requests in a minute over time; 0 is any number. */
  readonly perMinute: number
}

/** Tokens come and go; when so many have asked, all begin again. */
const MOST_BUCKETS = 10_000

interface Bucket {
  requests: number
  at: number
}

/**
 * A bucket for each key that holds a minute's requests, begins full and fills evenly (a token bucket). Answers 0 when the request may go
 * on, else the seconds after which the next one may. `now` in milliseconds.
 */
export function rateLimiter({ perMinute }: RateLimit, now: () => number): (key: string) => number {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000

  return (key) => {
    if (perMinute === 0) return 0
    const bucket = buckets.get(key) ?? { requests: perMinute, at: now() }
    bucket.requests = Math.min(perMinute, bucket.requests + (now() - bucket.at) * perMs)
    bucket.at = now()
    if (buckets.size >= MOST_BUCKETS) buckets.clear()
    buckets.set(key, bucket)
    if (bucket.requests < 1) return Math.ceil((1 - bucket.requests) / perMs / 1000)
    bucket.requests -= 1
    return 0
  }
}
