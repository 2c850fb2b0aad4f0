import type { Written } from '#common/contract/annotations'
import type { ImageId } from '#common/ids'
import { type Act, answered, LOADING, openedView } from './document-state.ts'
import { isDeleted } from './journal.ts'
import type { Outbox } from './outbox.ts'
import type { DocumentStoreOptions } from './ports.ts'
import { rebased } from './rebase.ts'
import type { Views } from './views.ts'

/** Conflicts over labels that nobody changed meanwhile, before the core is taken at its word. */
const MOST_VAIN = 2

type Told = Pick<DocumentStoreOptions, 'project' | 'port' | 'by' | 'reasonOf' | 'sentenceOf' | 'notify'>

export interface WriterParts extends Told {
  readonly views: Views
  readonly outbox: Outbox
  /** Calls the core until it answers; refusals are passed on. */
  readonly reach: <Answer>(call: () => Promise<Answer>) => Promise<Answer>
}

/** Writes what waits, image by image in order, and puts it on top of what others wrote meanwhile as far as it fits. */
export class Writer {
  readonly #parts: WriterParts
  readonly #working = new Map<ImageId, Promise<void>>()

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  isWorkingOn(image: ImageId): boolean {
    return this.#working.has(image)
  }

  /** Resolves when nothing of the image is on its way. */
  async idle(image: ImageId): Promise<void> {
    for (let running = this.#working.get(image); running; running = this.#working.get(image)) await running
  }

  /** Sends what waits on the image, act by act; resolves when nothing is on its way any more. */
  drain(image: ImageId): Promise<void> {
    const running = this.#working.get(image)
    if (running) return running
    const draining = this.#sendAll(image)
    // With nothing to send it has ended by now.
    if (this.#parts.outbox.of(image).length > 0) this.#working.set(image, draining)
    return draining
  }

  async #sendAll(image: ImageId): Promise<void> {
    const { outbox, views } = this.#parts
    let vain = 0
    for (let act = outbox.of(image)[0]; act; act = outbox.of(image)[0]) {
      const revision = views.revisionOf(image)
      const isWritten = await this.#write(image, act, vain)
      // However often others write first, the next try may succeed; where nobody wrote, the act itself does not fit.
      vain = !isWritten && views.revisionOf(image) === revision ? vain + 1 : 0
      outbox.note(image)
    }
    this.#working.delete(image)
    outbox.clear(image)
    outbox.note(image)
  }

  /** True when the act is out of the way: written, kept aside, or refused for good. `vain`: conflicts so far without a change. */
  async #write(image: ImageId, act: Act, vain: number): Promise<boolean> {
    try {
      const written = await this.#parts.reach(() => this.#send(image, act))
      await this.#settle(image, act, written)
      return true
    } catch (error) {
      if (this.#isGone(error)) {
        this.#park(image, error)
        return true
      }
      const isRefused = this.#parts.reasonOf(error) !== 'edit-conflict' || vain >= MOST_VAIN
      if (isRefused) this.#drop(image, error)
      await this.#rebase(image)
      return isRefused
    }
  }

  #send(image: ImageId, act: Act): Promise<Written> {
    const { port, project, by, views } = this.#parts
    const at = { project, image, revision: views.revisionOf(image), by: by() }
    switch (act.kind) {
      case 'commit':
        return port.commit({ ...at, edit: act.edit })
      case 'undo':
        return port.undo(at)
      case 'redo':
        return port.redo(at)
      case 'state':
        return port.setState({ ...at, done: act.done, isNull: act.isNull, verdict: act.verdict })
    }
  }

  async #settle(image: ImageId, act: Act, written: Written): Promise<void> {
    const { views, outbox } = this.#parts
    outbox.shift(image)
    const view = views.of(image)
    const next = view && answered(view, { act, written, isLast: outbox.of(image).length === 0 })
    if (next) views.show(image, next)
    else await this.#rebase(image)
  }

  /** The core will never take this act. */
  #drop(image: ImageId, error: unknown): void {
    this.#parts.outbox.shift(image)
    if (this.#parts.reasonOf(error) !== 'nothing-to-undo') this.#parts.notify({ kind: 'refused', image, error })
  }

  #isGone(error: unknown): boolean {
    return isDeleted(this.#parts.reasonOf(error))
  }

  /** Nothing can be written on an image that is no longer in the project: what waits is kept in case it comes back. */
  #park(image: ImageId, error: unknown): void {
    const { outbox, views, notify, sentenceOf } = this.#parts
    const unsaved = outbox.parkAll(image)
    views.show(image, { ...LOADING, load: 'failed', problem: sentenceOf(error) })
    if (unsaved > 0) notify({ kind: 'gone', image, unsaved })
  }

  /** The image is read again as it is stored, and what waits is put on top as far as it fits. */
  async #rebase(image: ImageId): Promise<void> {
    const { port, project, notify, views, outbox, reach } = this.#parts
    const before = views.of(image)?.revision
    try {
      const opened = await reach(() => port.open({ project, image }))
      const waiting = { shown: views.of(image) ?? LOADING, acts: outbox.of(image) }
      const { view, kept, dropped, removed, isOwnWork } = rebased(openedView(opened), waiting)
      outbox.replace(image, kept)
      views.show(image, view)
      if (removed.length > 0) notify({ kind: 'removed', image, shapes: removed, isEdited: true })
      const isToldAlready = removed.length > 0 && dropped === 0
      if (!isOwnWork && !isToldAlready && before !== opened.revision) notify({ kind: 'conflict', image, dropped })
    } catch (error) {
      if (this.#isGone(error)) this.#park(image, error)
      else this.#setAside(image, error)
    }
  }

  /** The labels cannot be read: what waits on them is kept aside until they can. */
  #setAside(image: ImageId, error: unknown): void {
    const { outbox, views, notify, sentenceOf } = this.#parts
    if (outbox.parkAll(image) > 0) notify({ kind: 'refused', image, error, isKept: true })
    views.show(image, { ...LOADING, load: 'failed', problem: sentenceOf(error) })
  }
}
