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
 * Returns the CPU milliseconds of the page's main thread for each frame during some work: all tasks between two frames
 * added up. Other programs on the machine do not count.
 */
export async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  return framesOf(mainTasks(await eventsWhile(page, work)))
}

/** Returns the milliseconds of each task of the page's main thread during some work. Frames run between tasks. */
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
  /** CPU milliseconds. */
  readonly ms: number
  readonly drawsFrame: boolean
}

function mainTasks(events: readonly TraceEvent[]): readonly MainTask[] {
  const main = mainThread(events)
  const ofMain = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid).toSorted((a, b) => a.ts - b.ts)
  // A frame without a callback of the page counts too: the browser draws the changes since the last one.
  const drawings = ofMain.filter(({ name }) => name === 'Commit').map(({ ts }) => ts)
  return ofMain
    .filter(({ name }) => name === 'RunTask')
    .map(({ ts, dur = 0, tdur = dur }) => ({
      ms: tdur / 1000,
      drawsFrame: drawings.some((drawn) => drawn >= ts && drawn <= ts + dur),
    }))
}

/** A frame ends with the task that submits it for drawing. Work after the last one belongs to no frame. */
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

/** Returns the main thread of the page that drew most, because a browser has other pages. */
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
