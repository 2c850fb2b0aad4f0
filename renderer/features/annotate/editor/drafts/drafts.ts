import type { Sketch } from '#common/annotation/sketch'
import type { ImageId } from '#common/ids'
import type { ArmedTool } from '#renderer/tools/armed'

/** Writes down what is unfinished on an image; null when nothing is any more. */
export type KeepSketch = (image: ImageId, sketch: Sketch | null) => void

/** Unfinished drawings: each waits on its image, in this window and in the library. */
export class Drafts {
  readonly #keep: KeepSketch
  readonly #restored: (sketch: Sketch) => ArmedTool | undefined
  /** Left behind with an image or for another tool. */
  readonly #left = new Map<ImageId, ArmedTool>()
  readonly #written = new Map<ImageId, Sketch>()
  readonly #given = new Set<ImageId>()

  constructor(keep: KeepSketch, restored: (sketch: Sketch) => ArmedTool | undefined) {
    this.#keep = keep
    this.#restored = restored
  }

  of(image: ImageId): ArmedTool | undefined {
    return this.#left.get(image)
  }

  /** False when nothing is in hand that outlives the tool. */
  leave(image: ImageId, armed: ArmedTool): boolean {
    if (!armed.sketch) return false
    this.#left.set(image, armed)
    return true
  }

  /** Records the tool's draft on the image; called after each of its steps. */
  note(image: ImageId, armed: ArmedTool): void {
    if (!armed.isDrafting) this.#left.delete(image)
    const sketch = armed.sketch
    const written = this.#written.get(image)
    if (sketch?.points === written?.points) return
    if (sketch) this.#written.set(image, sketch)
    else this.#written.delete(image)
    this.#keep(image, sketch ?? null)
  }

  /** The drawing that waits on an image since an earlier run of the program; given once. */
  restore(image: ImageId, sketch: Sketch | null): ArmedTool | undefined {
    if (this.#given.has(image)) return undefined
    this.#given.add(image)
    if (!sketch || this.#written.has(image)) return undefined
    this.#written.set(image, sketch)
    return this.#restored(sketch)
  }
}
