import { createStore } from 'zustand/vanilla'
import type { ImageId } from '#common/ids'
import type { DocumentView } from './document-state.ts'

export interface Documents {
  readonly views: ReadonlyMap<ImageId, DocumentView>
  /** Acts that are not on disk yet, all images together. */
  readonly waiting: number
  /** Why nothing can be written at the moment; they are tried again until it works. */
  readonly trouble: string | null
}

/** Images whose labels are kept at hand without being looked at. */
const KEPT = 24

/** The labels of the images at hand as the person sees them, and what is told of their way to disk. */
export class Views {
  readonly store = createStore<Documents>(() => ({ views: new Map(), waiting: 0, trouble: null }))
  /** Something of the image is under way: its labels cannot be let go. */
  readonly #isHeld: (image: ImageId) => boolean

  constructor(isHeld: (image: ImageId) => boolean) {
    this.#isHeld = isHeld
  }

  of(image: ImageId): DocumentView | undefined {
    return this.store.getState().views.get(image)
  }

  /** Revision of the image in the core's last answer. */
  revisionOf(image: ImageId): number {
    return this.of(image)?.revision ?? 0
  }

  show(image: ImageId, view: DocumentView): void {
    const views = new Map(this.store.getState().views)
    views.delete(image)
    views.set(image, view)
    for (const old of [...views.keys()].slice(0, Math.max(0, views.size - KEPT))) {
      if (!this.#isHeld(old)) views.delete(old)
    }
    this.store.setState({ views })
  }

  tellWaiting(waiting: number): void {
    if (waiting !== this.store.getState().waiting) this.store.setState({ waiting })
  }

  tellTrouble(trouble: string | null): void {
    if (trouble !== this.store.getState().trouble) this.store.setState({ trouble })
  }
}
