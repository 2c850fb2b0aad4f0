import { type MeasuredPage, measuredPages } from '#renderer/features/annotate/entrance/measured'
import { type Frame, type FrameFigures, frameFigures, stopwatch, withFrame } from './figures.ts'

/** Figures shown in the display; undefined where nothing was measured yet. */
export interface Measured {
  readonly frames: FrameFigures | undefined
  readonly maskMs: number | undefined
  readonly nextMs: number | undefined
  readonly durableMs: number | undefined
  readonly memoryBytes: number | undefined
}

const TELL_MS = 500

/** Measures until the returned function is called, and reports twice a second. Nothing runs at any other time. */
export function measure(tell: (measured: Measured) => void): () => void {
  const [mask, next, durable] = [stopwatch(), stopwatch(), stopwatch()]
  let frames: readonly Frame[] = []
  let last = performance.now()
  let told = last
  let handle = requestAnimationFrame(tick)
  let watched: readonly MeasuredPage[] = []
  let stops: readonly (() => void)[] = []

  function look(): void {
    const now = performance.now()
    mask.see(
      firstOf(watched, (page) => page.askedMask()),
      now,
    )
    next.see(
      firstOf(watched, (page) => page.awaitedImage()),
      now,
    )
    durable.see(watched.some((page) => page.isWriting()) ? 'writing' : undefined, now)
  }

  /** A project that is opened while the display is shown is measured too. */
  function watch(): void {
    const pages = measuredPages()
    if (pages.length === watched.length) return
    for (const stop of stops) stop()
    watched = pages
    stops = pages.map((page) => page.subscribe(look))
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

/** The first defined value among the pages. */
function firstOf(pages: readonly MeasuredPage[], told: (page: MeasuredPage) => string | undefined): string | undefined {
  for (const page of pages) {
    const said = told(page)
    if (said !== undefined) return said
  }
  return undefined
}

/** Chromium alone tells of it. */
function heapBytes(): number | undefined {
  const memory: unknown = 'memory' in performance ? performance.memory : undefined
  const isTold = typeof memory === 'object' && memory !== null && 'usedJSHeapSize' in memory
  return isTold ? Number(memory.usedJSHeapSize) : undefined
}
