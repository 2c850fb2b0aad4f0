import { pixelPlan, planUrls, wantedWindow } from '#renderer/features/annotate/canvas/pixel-plan'
import { openSessions } from '#renderer/features/annotate/workbench/create-session'
import type { Session } from '#renderer/features/annotate/workbench/session'
import { type Frame, type FrameFigures, frameFigures, stopwatch, withFrame } from './figures.ts'

/** What the display shows; undefined where nothing was measured yet. */
export interface Measured {
  readonly frames: FrameFigures | undefined
  readonly maskMs: number | undefined
  readonly nextMs: number | undefined
  readonly durableMs: number | undefined
  readonly memoryBytes: number | undefined
}

const TELL_MS = 500

/** Measures until the returned function is called, and tells twice a second. Nothing of it runs at any other time. */
export function measure(tell: (measured: Measured) => void): () => void {
  const [mask, next, durable] = [stopwatch(), stopwatch(), stopwatch()]
  let frames: readonly Frame[] = []
  let last = performance.now()
  let told = last
  let handle = requestAnimationFrame(tick)
  let watched: readonly Session[] = []
  let stops: readonly (() => void)[] = []

  function look(): void {
    const now = performance.now()
    mask.see(askedMask(watched), now)
    next.see(awaitedImage(watched), now)
    durable.see(watched.some(isWriting) ? 'writing' : undefined, now)
  }

  /** A project that is opened while the display is shown is measured too. */
  function watch(): void {
    if (openSessions().length === watched.length) return
    for (const stop of stops) stop()
    watched = openSessions()
    stops = watched.flatMap(({ workbench, shelf }) => [
      workbench.store.subscribe(look),
      workbench.documents.store.subscribe(look),
      shelf.subscribe(look),
    ])
  }

  function tick(now: number): void {
    frames = withFrame(frames, { at: now, ms: now - last })
    last = now
    watch()
    if (now - told >= TELL_MS) {
      told = now
      const [maskMs, nextMs, durableMs] = [mask, next, durable].map((each) => each.last())
      tell({ frames: frameFigures(frames), maskMs, nextMs, durableMs, memoryBytes: heapBytes() })
    }
    handle = requestAnimationFrame(tick)
  }

  return () => {
    cancelAnimationFrame(handle)
    for (const stop of stops) stop()
  }
}

function isWriting({ workbench }: Session): boolean {
  return workbench.documents.store.getState().waiting > 0
}

/** The question of smart select that waits for its answer. */
function askedMask(sessions: readonly Session[]): string | undefined {
  for (const { workbench } of sessions) {
    const { armed, image } = workbench.bench
    if (armed.tool !== 'smart') continue
    const { prompts, serial, answered } = armed.state
    if (prompts.length > 0 && serial !== answered) return `${image} ${serial}`
  }
  return undefined
}

/** The image that was asked for and is not on screen with its labels. */
function awaitedImage(sessions: readonly Session[]): string | undefined {
  for (const { workbench, shelf } of sessions) {
    const { bench } = workbench
    const plan = pixelPlan(bench, wantedWindow(bench))
    const isThere = plan !== undefined && planUrls(plan).every((url) => shelf.get(url) !== undefined)
    if (bench.image !== undefined && !(isThere && workbench.document?.load === 'ready')) return bench.image
  }
  return undefined
}

/** Chromium alone tells of it. */
function heapBytes(): number | undefined {
  const memory: unknown = 'memory' in performance ? performance.memory : undefined
  const isTold = typeof memory === 'object' && memory !== null && 'usedJSHeapSize' in memory
  return isTold ? Number(memory.usedJSHeapSize) : undefined
}
