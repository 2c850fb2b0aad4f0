import type { SceneShape } from '../scene.ts'
import { hasRingsAt, type Level, ringsAt } from '../still/levels.ts'
import { hasOutline, outlineOf } from './borders.ts'

/** Work of one go, in milliseconds: gestures and frames find their place between two of them. */
const SLICE_MS = 8

/** So many are traced at once: a stroke of the brush ends with its outline. */
const MOST_AT_ONCE = 2

/** Whether the outline at a level is at hand. */
export function isTracedAt(shape: SceneShape, level: Level): boolean {
  return hasOutline(shape) && (!shape.mask || hasRingsAt(outlineOf(shape), level))
}

/** Traces the outlines of masks between frames. Masks are seen without them until then. */
export class OutlineTracer {
  readonly #done: () => void
  #missing: readonly SceneShape[] = []
  #level: Level = 0
  #timer = 0

  /** `done` is called when all that was wanted is there. */
  constructor(done: () => void) {
    this.#done = done
  }

  /** True when the outlines of all masks among the shapes are at hand; otherwise they will be. */
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
