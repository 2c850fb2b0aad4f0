import type { Sketch } from '#common/annotation/sketch'
import type { ImageId } from '#common/ids'
import { type Armed, isDrafting } from '#renderer/tools/armed'
import { armedWith, sketchOf } from '#renderer/tools/sketch'

/** Writes down what is unfinished on an image; null when nothing is any more. */
export type KeepSketch = (image: ImageId, sketch: Sketch | null) => void

/** Unfinished drawings: each waits on its image, in this window and in the library. */
export class Drafts {
  readonly #keep: KeepSketch
  /** Left behind with an image or for another tool. */
  readonly #left = new Map<ImageId, Armed>()
  readonly #written = new Map<ImageId, Sketch>()
  readonly #restored = new Set<ImageId>()

  constructor(keep: KeepSketch) {
    this.#keep = keep
  }

  of(image: ImageId): Armed | undefined {
    return this.#left.get(image)
  }

  /** False when nothing is in hand that outlives the tool. */
  leave(image: ImageId, armed: Armed): boolean {
    if (!sketchOf(armed)) return false
    this.#left.set(image, armed)
    return true
  }

  /** What the tool has in hand on the image now; called after each of its steps. */
  note(image: ImageId, armed: Armed): void {
    if (!isDrafting(armed)) this.#left.delete(image)
    const sketch = sketchOf(armed)
    const written = this.#written.get(image)
    if (sketch?.points === written?.points) return
    if (sketch) this.#written.set(image, sketch)
    else this.#written.delete(image)
    this.#keep(image, sketch ?? null)
  }

  /** The drawing that waits on an image since an earlier run of the program; given once. */
  restore(image: ImageId, sketch: Sketch | null): Armed | undefined {
    if (this.#restored.has(image)) return undefined
    this.#restored.add(image)
    if (!sketch || this.#written.has(image)) return undefined
    this.#written.set(image, sketch)
    return armedWith(sketch)
  }
}
