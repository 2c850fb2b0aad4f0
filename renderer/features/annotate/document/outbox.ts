import type { ImageId } from '#common/ids'
import type { Act } from './document-state.ts'
import type { Journal } from './journal.ts'
import type { Views } from './views.ts'

/** What is not on disk yet, picture by picture in the order of its making. While the core is away it is kept aside as well. */
export class Outbox {
  readonly #journal: Journal
  readonly #views: Views
  readonly #acts = new Map<ImageId, Act[]>()
  #isAway = false
  /** The core is away, or has not taken everything since. */
  #isKeeping = false
  #isClosed = false

  constructor(journal: Journal, views: Views) {
    this.#journal = journal
    this.#views = views
  }

  of(image: ImageId): readonly Act[] {
    return this.#acts.get(image) ?? NOTHING
  }

  push(image: ImageId, act: Act): void {
    const acts = this.#acts.get(image)
    if (acts) acts.push(act)
    else this.#acts.set(image, [act])
  }

  /** The first act of the picture is out of the way. */
  shift(image: ImageId): void {
    this.#acts.get(image)?.shift()
  }

  replace(image: ImageId, acts: readonly Act[]): void {
    this.#acts.set(image, [...acts])
  }

  /** Acts that an earlier window kept aside: there they stay until they are on disk. */
  takeUp(image: ImageId, acts: readonly Act[]): void {
    this.#isKeeping = true
    this.replace(image, acts)
  }

  clear(image: ImageId): void {
    this.#acts.delete(image)
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway
    if (isAway) this.keepAll()
  }

  /** From now on until everything is on disk, what waits is kept aside. */
  keepAll(): void {
    this.#isKeeping = true
    for (const image of this.#acts.keys()) this.#keep(image)
  }

  /** What waits on the picture has changed, or its revision has. */
  note(image: ImageId): void {
    this.#keep(image)
    const waiting = [...this.#acts.values()].reduce((sum, acts) => sum + acts.length, 0)
    if (waiting === 0) this.#isKeeping = this.#isAway
    this.#views.tellWaiting(waiting)
  }

  /** Nothing is kept aside any more, and what was stays. */
  close(): void {
    this.#isClosed = true
  }

  #keep(image: ImageId): void {
    if (!this.#isKeeping || this.#isClosed) return
    const acts = [...this.of(image)]
    this.#journal.keep(image, acts.length === 0 ? undefined : { revision: this.#views.revisionOf(image), acts })
  }
}

const NOTHING: readonly Act[] = []
