import { type KeptLine, keptLine } from '#test/kit/kept-line'

/** Settings of a store that deletes nothing during a measurement. */
export const KEEP_ALL = { MAX_RECORDS: '0', MAX_BYTES: '0', RETENTION_DAYS: '0' }

/** Returns the next request. It may reuse the buffer, since the previous request was answered. */
export type Requests = () => Buffer

export interface Load {
  readonly perSecond: number
  /** Milliseconds of every request. */
  readonly latencies: readonly number[]
}

/** Clients that send events, each over a keep-alive connection and as fast as it is answered. */
export interface EventLoad {
  forMs(ms: number): Promise<Load>
  count(requests: number): Promise<Load>
  close(): void
}

/** Starts one client for each of the request sources. */
export async function eventLoad(url: string, clients: readonly Requests[]): Promise<EventLoad> {
  const lines = await Promise.all(clients.map(async (next) => ({ next, line: await keptLine(url) })))

  async function run(goesOn: (sent: number) => boolean): Promise<Load> {
    const latencies: number[] = []
    let sent = 0
    const began = performance.now()
    await Promise.all(
      lines.map(async ({ next, line }) => {
        while (goesOn(sent)) {
          sent += 1
          const asked = performance.now()
          await create(line, next())
          latencies.push(performance.now() - asked)
        }
      }),
    )
    return { perSecond: sent / ((performance.now() - began) / 1000), latencies }
  }

  return {
    forMs(ms) {
      const end = performance.now() + ms
      return run(() => performance.now() < end)
    },
    count: (requests) => run((sent) => sent < requests),
    close() {
      for (const { line } of lines) line.close()
    },
  }
}

async function create(line: KeptLine, request: Buffer): Promise<void> {
  const heard = await line.ask(request)
  if (heard?.status !== 201)
    throw new Error(`An event is answered ${heard ? `${heard.status}: ${heard.body}` : 'with nothing'}`)
}
