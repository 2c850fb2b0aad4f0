import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '#test/kit/free-port'

export interface PackedProgram {
  readonly path: string
  readonly flags: readonly string[]
  /** Value of `DISPLAY`. */
  readonly display: string | undefined
}

/**
 * Starts the program and ends it again; returns the seconds from its start to the first contentful paint of its window.
 */
export async function firstPaint({ path, flags, display = '' }: PackedProgram): Promise<number> {
  const port = await freePort()
  const began = Date.now()
  const child = spawn(path, [...flags, `--remote-debugging-port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  })
  try {
    const painted = await Promise.race([paintedAt(port), endOf(child)])
    return (painted - began) / 1000
  } finally {
    const ended = once(child, 'exit')
    if (child.kill()) await ended
  }
}

async function endOf(child: ChildProcess): Promise<never> {
  await once(child, 'exit')
  throw new Error('The packed program ended before its window showed anything')
}

/** Returns the time of the paint in milliseconds of this machine's clock. */
async function paintedAt(port: number, latest = performance.now() + PATIENCE_MS): Promise<number> {
  const socket = new WebSocket(await pageAt(port, latest))
  await once(socket, 'open')
  const params = { expression: PAINTED, awaitPromise: true, returnByValue: true }
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
  const [message] = await once(socket, 'message')
  socket.close()
  const answer = Evaluated.safeParse(JSON.parse(Message.parse(message).data))
  // A page that has just begun to load answers with an error.
  return answer.success ? answer.data.result.result.value : paintedAt(port, latest)
}

const PAINTED = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint')
    if (paint !== undefined) resolve(performance.timeOrigin + paint.startTime)
  })
  observer.observe({ type: 'paint', buffered: true })
})`

const Message = z.object({ data: z.string() })
const Evaluated = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) })
const Targets = z.array(z.object({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string().optional() }))

const PATIENCE_MS = 30_000
/** The time of the paint is read afterwards, so polling can be rare and disturb the program little. */
const POLL_MS = 100

/** Returns the debugger address of the program's first window. */
async function pageAt(port: number, latest: number): Promise<string> {
  while (performance.now() < latest) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    const targets = answer === undefined ? [] : Targets.parse(await answer.json())
    const page = targets.find(({ type, url }) => type === 'page' && url.includes('index.html'))
    if (page?.webSocketDebuggerUrl !== undefined) return page.webSocketDebuggerUrl
    await pause(POLL_MS)
  }
  throw new Error('The packed program opened no window')
}
