import type { ImageId } from '#common/ids'
import type { Act } from './document-state.ts'
import type { Journal, KeptActs } from './journal.ts'
import type { Views } from './views.ts'

/** Changes not on disk yet, per image in the order they were made. While the core is away they are kept in the journal as well. */
export class Outbox {
  readonly #journal: Journal
  readonly #views: Views
  readonly #acts = new Map<ImageId, Act[]>()
  /**
   * Acts that do not wait to be sent, of this window and of earlier ones: their image is no longer in the project and may come back, or is
   * being read before they are taken up.
   */
  readonly #aside = new Map<ImageId, readonly KeptActs[]>()
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

  /** The first act of the image is out of the way. */
  shift(image: ImageId): void {
    this.#acts.get(image)?.shift()
  }

  replace(image: ImageId, acts: readonly Act[]): void {
    this.#acts.set(image, [...acts])
  }

  /** Acts that were kept aside wait to be sent from now on. They stay written down until they are on disk. */
  takeUp(image: ImageId, acts: readonly Act[]): void {
    this.#isKeeping = true
    this.#aside.delete(image)
    this.replace(image, acts)
  }

  /** The image is no longer in the project: what waits on it is kept aside. How many acts that is. */
  parkAll(image: ImageId): number {
    const acts = [...this.of(image)]
    const parked = { revision: this.#views.revisionOf(image), acts, goneAt: Date.now() }
    this.replace(image, NOTHING)
    if (acts.length > 0) this.setAside(image, [...this.asideOf(image), parked])
    return acts.length
  }

  /** In the place of what was kept aside before; nothing more of it when empty. */
  setAside(image: ImageId, kept: readonly KeptActs[]): void {
    if (kept.length > 0) this.#aside.set(image, kept)
    else this.#aside.delete(image)
    this.#write(image)
  }

  /** The acts that are kept aside for the image, the oldest first. */
  asideOf(image: ImageId): readonly KeptActs[] {
    return this.#aside.get(image) ?? []
  }

  /** Sets aside here what any window kept of the image. With `ifOwn` nothing is left aside where another window has taken this one's. */
  async take(image: ImageId, { ifOwn }: { readonly ifOwn: boolean }): Promise<void> {
    // Where a browser keeps nothing, no other window can have taken it.
    const taken = await this.#journal.take(image, { ifOwn }).catch(() => this.asideOf(image))
    if (taken.length > 0) this.#aside.set(image, taken)
    else this.#aside.delete(image)
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

  /** Notes a change of the image's waiting edits or its revision. */
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
    if (this.#isKeeping) this.#write(image)
  }

  #write(image: ImageId): void {
    if (this.#isClosed) return
    const acts = [...this.of(image)]
    const waiting = acts.length === 0 ? [] : [{ revision: this.#views.revisionOf(image), acts }]
    this.#journal.keep(image, [...this.asideOf(image), ...waiting])
  }
}

const NOTHING: readonly Act[] = []
