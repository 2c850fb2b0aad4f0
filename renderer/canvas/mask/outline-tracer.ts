import type { SceneShape } from '../scene.ts'
import { hasRingsAt, type Level, ringsAt } from '../still/levels.ts'
import { hasOutline, outlineOf } from './borders.ts'

/** Milliseconds of work per slice. Gestures and frames run between two slices. */
const SLICE_MS = 8

/** Up to this number of outlines are traced at once, so that a brush stroke ends with its outline. */
const MOST_AT_ONCE = 2

/** Returns whether the outline at a level is available. */
export function isTracedAt(shape: SceneShape, level: Level): boolean {
  return hasOutline(shape) && (!shape.mask || hasRingsAt(outlineOf(shape), level))
}

/** Traces the outlines of masks between frames. Until then masks are drawn without them. */
export class OutlineTracer {
  readonly #done: () => void
  #missing: readonly SceneShape[] = []
  #level: Level = 0
  #timer = 0

  /** `done` is called when all wanted outlines are available. */
  constructor(done: () => void) {
    this.#done = done
  }

  /** Returns true when the outlines of all masks among the shapes are available; otherwise traces them. */
  want(shapes: readonly SceneShape[], level: Level): boolean {
    this.#level = level
    this.#missing = shapes.filter((shape) => !isTracedAt(shape, level))
    if (this.#missing.length <= MOST_AT_ONCE) this.#trace(Infinity)
    if (this.#missing.length > 0 && this.#timer === 0) this.#wait()
    return this.#missing.length === 0
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#missing = []
  }

  #wait(): void {
    this.#timer = window.setTimeout(() => {
      this.#timer = 0
      this.#trace(performance.now() + SLICE_MS)
      if (this.#missing.length > 0) this.#wait()
      else this.#done()
    })
  }

  #trace(end: number): void {
    const next = this.#missing.findIndex((shape) => {
      ringsAt(outlineOf(shape), this.#level)
      return performance.now() > end
    })
    this.#missing = next < 0 ? [] : this.#missing.slice(next + 1)
  }
}
