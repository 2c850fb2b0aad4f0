import type { StoreApi } from 'zustand/vanilla'
import type { AnnotationDocument, Edit } from '#common/annotation/edit'
import type { OpenedAnnotations } from '#common/contract/annotations'
import type { ImageId } from '#common/ids'
import { t } from '#renderer/words/words'
import {
  type Act,
  acted,
  type DocumentView,
  isEditable,
  LOADING,
  openedView,
  type WantedState,
  withProposals,
} from './document-state.ts'
import { isDeleted, isGoneForGood } from './journal.ts'
import { Outbox } from './outbox.ts'
import type { DocumentStoreOptions } from './ports.ts'
import { resumed } from './rebase.ts'
import { untilReached } from './retry.ts'
import { type Documents, Views } from './views.ts'
import { Writer } from './writer.ts'

/** A reading that was under way may have begun before the writing that is to be seen, and an own edit may come between. */
const MOST_READINGS = 3

/**
 * The labels of the images at hand, and the queue of what is on its way to disk. Each gesture is shown at once and written in
 * order, image by image; it carries its image and revision, so it lands there or is refused. Nothing waiting is ever dropped
 * because the core cannot be reached.
 */
export class DocumentStore {
  readonly #options: DocumentStoreOptions
  readonly #views = new Views((image) => this.#isBusy(image) || this.#opening.has(image))
  readonly #outbox: Outbox
  readonly #writer: Writer
  readonly #opening = new Map<ImageId, Promise<void>>()
  #isClosed = false

  constructor(options: DocumentStoreOptions) {
    this.#options = options
    this.#outbox = new Outbox(options.journal, this.#views)
    const reach = <Answer>(call: () => Promise<Answer>) => this.#reach(call)
    this.#writer = new Writer({ ...options, views: this.#views, outbox: this.#outbox, reach })
  }

  get store(): StoreApi<Documents> {
    return this.#views.store
  }

  view(image: ImageId): DocumentView | undefined {
    return this.#views.of(image)
  }

  /** Loads an image's labels, or looks whether they changed elsewhere since. Never while something of it is on its way. */
  async open(image: ImageId): Promise<void> {
    return this.#opened(image, () => this.#loadOrResume(image))
  }

  /**
   * The labels were written up to this revision, perhaps by this window: where they are newer than what is shown, they are read again, once
   * nothing of the image is on its way.
   */
  async catchUp(image: ImageId, revision: number): Promise<void> {
    for (let reading = 0; reading < MOST_READINGS; reading += 1) {
      await this.#writer.idle(image)
      const view = this.view(image)
      if (view?.load === 'ready' && view.revision >= revision) return
      await this.open(image)
    }
  }

  /** Shows the edit and sends it. False when the image cannot be edited now or the edit does not fit it. */
  commit(image: ImageId, edit: Edit): boolean {
    return this.#act(image, { kind: 'commit', edit })
  }

  undo(image: ImageId): boolean {
    return this.#act(image, { kind: 'undo', shown: null })
  }

  redo(image: ImageId): boolean {
    return this.#act(image, { kind: 'redo', shown: null })
  }

  setState(image: ImageId, state: WantedState): boolean {
    return this.#act(image, { kind: 'state', ...state })
  }

  /** While the core is away, what waits for it is kept aside as well, until it is on disk. */
  setAway(isAway: boolean): void {
    this.#outbox.setAway(isAway)
  }

  /** Takes up what earlier windows could not write: it is shown, and on its way. */
  async resume(): Promise<void> {
    const images = await this.#options.journal.images({ parked: false })
    await Promise.all(images.map((image) => this.#openedNext(image, () => this.#takeUp(image))))
  }

  /** Takes up what any window kept of images that are back by now. The window that drew it may have been closed. */
  async resumeParked(): Promise<void> {
    const images = await this.#options.journal.images({ parked: true })
    await Promise.all(images.map((image) => this.#openedNext(image, () => this.#takeUpIfBack(image))))
  }

  /** Nothing is written any more: the studio works on another place, where these images are not, or are others. */
  close(): void {
    this.#isClosed = true
    this.#outbox.close()
  }

  #opened(image: ImageId, open: () => Promise<void>): Promise<void> {
    const running = this.#opening.get(image)
    if (running) return running
    const opening = open().finally(() => this.#opening.delete(image))
    this.#opening.set(image, opening)
    return opening
  }

  /** Behind an opening that is under way: that one may not look at what is kept. */
  async #openedNext(image: ImageId, open: () => Promise<void>): Promise<void> {
    for (let running = this.#opening.get(image); running; running = this.#opening.get(image)) await running
    await this.#opened(image, open)
  }

  async #takeUp(image: ImageId): Promise<void> {
    await this.#outbox.take(image, { ifOwn: false })
    // Another window may have been faster.
    if (this.#outbox.asideOf(image).length > 0) await this.#resume(image)
    else if (this.view(image)) await this.#load(image)
  }

  async #takeUpIfBack(image: ImageId): Promise<void> {
    const { port, project } = this.#options
    const isBack = await port.open({ project, image }).then(
      () => true,
      () => false,
    )
    if (isBack) await this.#takeUp(image)
  }

  /** Acts that wait for a deleted image to come back are taken up with its labels. */
  async #loadOrResume(image: ImageId): Promise<void> {
    if (this.#outbox.asideOf(image).length > 0) await this.#outbox.take(image, { ifOwn: true })
    if (this.#outbox.asideOf(image).length > 0) await this.#resume(image)
    else await this.#load(image)
  }

  async #resume(image: ImageId): Promise<void> {
    const { notify } = this.#options
    try {
      const opened = await this.#openIdle(image)
      const { view, kept, dropped, removed } = resumed(openedView(opened), this.#outbox.asideOf(image))
      this.#outbox.takeUp(image, kept)
      this.#views.show(image, view)
      this.#write(image)
      if (removed.length > 0) notify({ kind: 'removed', image, shapes: removed, isEdited: true })
      if (dropped > 0) notify({ kind: 'conflict', image, dropped })
    } catch (error) {
      if (!this.#isClosed) this.#leave(image, error)
    }
  }

  /** The labels as they are stored while nothing of this window is on its way. */
  async #openIdle(image: ImageId): Promise<OpenedAnnotations> {
    const { port, project } = this.#options
    for (;;) {
      await this.#writer.idle(image)
      const opened = await this.#reach(() => port.open({ project, image }))
      if (!this.#isBusy(image)) return opened
    }
  }

  /** Work that was kept aside cannot be taken up. It stays there as long as its image may come back, or be read again. */
  #leave(image: ImageId, error: unknown): void {
    const { reasonOf, sentenceOf, notify } = this.#options
    const now = Date.now()
    const waiting = this.#outbox.asideOf(image)
    const isGone = isDeleted(reasonOf(error))
    const kept = waiting.filter((one) => !isGoneForGood(one, now))
    this.#outbox.setAside(image, isGone ? kept.map((one) => ({ ...one, goneAt: one.goneAt ?? now })) : kept)
    if (!isGone) return notify({ kind: 'refused', image, error, isKept: true })
    this.#views.show(image, { ...LOADING, load: 'failed', problem: sentenceOf(error) })
    const unsaved = waiting.reduce((sum, { acts, goneAt }) => sum + (goneAt === undefined ? acts.length : 0), 0)
    if (unsaved > 0) notify({ kind: 'gone', image, unsaved })
  }

  async #load(image: ImageId): Promise<void> {
    if (this.#isBusy(image)) return
    if (!this.view(image)) this.#views.show(image, LOADING)
    const before = this.view(image)
    try {
      const opened = await this.#options.port.open({ project: this.#options.project, image })
      // A write made meanwhile is newer than this answer.
      if (!this.#isBusy(image) && this.view(image) === before) this.#adopt(image, opened)
    } catch (error) {
      // Labels at hand stay while nobody can be asked, but not those of an image that is no longer in the project.
      const isGone = isDeleted(this.#options.reasonOf(error))
      if (!isGone && this.view(image)?.load === 'ready') return
      this.#views.show(image, { ...LOADING, load: 'failed', problem: this.#options.sentenceOf(error) })
    }
  }

  #isBusy(image: ImageId): boolean {
    return this.#writer.isWorkingOn(image) || this.#outbox.of(image).length > 0
  }

  /**
   * The same revision is the same labels: what this window knows of their history stays. So do labels of which a gesture has something in hand
   * that is no longer there: the gesture ends first.
   */
  #adopt(image: ImageId, opened: OpenedAnnotations): void {
    const view = this.view(image)
    if (view?.load === 'ready' && view.revision === opened.revision) {
      const next = withProposals(view, opened)
      if (next !== view) this.#views.show(image, next)
      return
    }
    const gone = missingIn(opened.shapes, view?.shapes ?? [])
    if (this.#options.isHeld?.(image, gone)) return
    this.#views.show(image, openedView(opened))
    if (gone.length > 0) this.#options.notify({ kind: 'removed', image, shapes: gone, isEdited: false })
  }

  #act(image: ImageId, wanted: Act): boolean {
    const view = this.view(image)
    if (!isEditable(view)) return false
    const done = acted(view, wanted)
    if (!done) return false
    this.#views.show(image, done.view)
    this.#outbox.push(image, done.act)
    this.#write(image)
    return true
  }

  /** Journals and sends the image's added changes. */
  #write(image: ImageId): void {
    this.#outbox.note(image)
    void this.#writer.drain(image)
  }

  #reach<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const { reasonOf, wait, sentenceOf } = this.#options
    return untilReached(call, {
      reasonOf,
      wait,
      begin: () => {
        if (this.#isClosed) throw new Error(t('The studio is now connected to another server.'))
      },
      reached: () => this.#views.tellTrouble(null),
      missed: (error) => {
        this.#views.tellTrouble(sentenceOf(error))
        this.#outbox.keepAll()
      },
    })
  }
}

/** The shapes of `before` that `now` lacks. */
function missingIn(now: AnnotationDocument, before: AnnotationDocument): AnnotationDocument {
  const there = new Set(now.map(({ id }) => id))
  return before.filter(({ id }) => !there.has(id))
}
