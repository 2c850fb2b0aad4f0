import type { ImageId } from '#common/ids'
import type { Act } from './document-state.ts'
import type { Journal, KeptActs } from './journal.ts'
import type { Views } from './views.ts'

/** What is not on disk yet, picture by picture in the order of its making. While the core is away it is kept aside as well. */
export class Outbox {
  readonly #journal: Journal
  readonly #views: Views
  readonly #acts = new Map<ImageId, Act[]>()
  /** Acts on images that are no longer in the project: they do not wait, and stay kept aside in case the image comes back. */
  readonly #parked = new Map<ImageId, KeptActs>()
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
    this.#parked.delete(image)
    this.replace(image, acts)
  }

  /** The image is no longer in the project: what waits on it is kept aside. How many acts that is. */
  parkAll(image: ImageId): number {
    const acts = [...this.of(image)]
    if (acts.length > 0) this.park(image, { revision: this.#views.revisionOf(image), acts, goneAt: Date.now() })
    this.replace(image, NOTHING)
    return acts.length
  }

  park(image: ImageId, kept: KeptActs): void {
    this.#parked.set(image, kept)
    if (!this.#isClosed) this.#journal.keep(image, kept)
  }

  hasParked(image: ImageId): boolean {
    return this.#parked.has(image)
  }

  /** The parked acts of the image, unless another window has taken them up since. */
  async parkedOf(image: ImageId): Promise<KeptActs | undefined> {
    const parked = this.#parked.get(image)
    // Where a browser keeps nothing, no other window can have taken it up.
    const kept = await this.#journal.read().then(
      (all) => all.get(image),
      () => parked,
    )
    if (kept === undefined) this.#parked.delete(image)
    return kept
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
    if (!this.#isKeeping || this.#isClosed || this.#parked.has(image)) return
    const acts = [...this.of(image)]
    this.#journal.keep(image, acts.length === 0 ? undefined : { revision: this.#views.revisionOf(image), acts })
  }
}

const NOTHING: readonly Act[] = []
