import type { Page } from 'playwright-core'
import { z } from 'zod'

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

const TraceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown() }).partial().optional(),
})
type TraceEvent = z.infer<typeof TraceEvent>

/**
 * The milliseconds that the page's main thread was at work for each frame while something was done: all of its tasks from one
 * frame to the next added up. It is the time of the processor, so that what else runs on the machine does not count.
 */
export async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  return framesOf(mainTasks(await eventsWhile(page, work)))
}

/** The milliseconds of each task of the page's main thread while something was done: between two of them a frame finds its place. */
export async function tasksWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  return mainTasks(await eventsWhile(page, work)).map(({ ms }) => ms)
}

async function eventsWhile(page: Page, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...z.array(TraceEvent).parse(value)))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: CATEGORIES },
  })
  await work()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return events
}

interface MainTask {
  /** Of the processor. */
  readonly ms: number
  readonly drawsFrame: boolean
}

function mainTasks(events: readonly TraceEvent[]): readonly MainTask[] {
  const main = mainThread(events)
  const ofMain = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid).toSorted((a, b) => a.ts - b.ts)
  // A frame without a callback of the page's is one too: the browser draws what changed since the last.
  const drawings = ofMain.filter(({ name }) => name === 'Commit').map(({ ts }) => ts)
  return ofMain
    .filter(({ name }) => name === 'RunTask')
    .map(({ ts, dur = 0, tdur = dur }) => ({
      ms: tdur / 1000,
      drawsFrame: drawings.some((drawn) => drawn >= ts && drawn <= ts + dur),
    }))
}

/** A frame ends with the task that hands it to be drawn. What was begun after the last one is in no frame. */
function framesOf(tasks: readonly MainTask[]): number[] {
  const frames: number[] = []
  let sum = 0
  for (const { ms, drawsFrame } of tasks) {
    sum += ms
    if (!drawsFrame) continue
    frames.push(sum)
    sum = 0
  }
  return frames
}

/** Of the page that drew most: a browser has others. */
function mainThread(events: readonly TraceEvent[]): { readonly pid: number; readonly tid: number } {
  const counts = new Map<string, { pid: number; tid: number; count: number }>()
  for (const { name, pid, tid } of events) {
    if (name !== 'FireAnimationFrame') continue
    const key = `${pid}/${tid}`
    counts.set(key, { pid, tid, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const [most] = [...counts.values()].toSorted((a, b) => b.count - a.count)
  if (!most) throw new Error('No frame was drawn')
  return most
}
