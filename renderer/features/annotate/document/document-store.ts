import type { ContractRouterClient } from '@orpc/contract'
import { createStore } from 'zustand/vanilla'
import type { Edit } from '#common/annotation/edit'
import type { annotationsContract, OpenedAnnotations, Written } from '#common/contract/annotations'
import type { RefusalCode } from '#common/errors'
import type { ImageId, ProjectSlug } from '#common/ids'
import { t } from '#renderer/kit/words/words'
import {
  type Act,
  acted,
  answered,
  type DocumentView,
  isEditable,
  LOADING,
  openedView,
  type WantedState,
  withProposals,
} from './document-state.ts'
import type { Journal, KeptActs } from './journal.ts'
import { rebased, resumed } from './rebase.ts'

export type AnnotationsPort = Pick<
  ContractRouterClient<typeof annotationsContract>,
  'open' | 'commit' | 'undo' | 'redo' | 'setState'
>

/** What a person is told about labels that could not be written as they were drawn. */
export type DocumentNotice =
  /** The picture was labelled elsewhere; `dropped` of the own changes no longer fit. */
  | { readonly kind: 'conflict'; readonly image: ImageId; readonly dropped: number }
  | { readonly kind: 'refused'; readonly image: ImageId; readonly error: unknown }

export interface DocumentStoreOptions {
  readonly project: ProjectSlug
  readonly port: AnnotationsPort
  /** The name that the log gets; empty when nobody gave one. */
  readonly by: () => string
  /** The code of a refusal; undefined when the core could not be reached or broke. */
  readonly codeOf: (error: unknown) => RefusalCode | undefined
  readonly sentenceOf: (error: unknown) => string
  readonly notify: (notice: DocumentNotice) => void
  readonly wait: (ms: number) => Promise<void>
  readonly journal: Journal
}

export interface Documents {
  readonly views: ReadonlyMap<ImageId, DocumentView>
  /** Acts that are not on disk yet, all pictures together. */
  readonly waiting: number
  /** Why nothing can be written at the moment; they are tried again until it works. */
  readonly trouble: string | null
}

/** Refusals that pass: there is nothing wrong with what was to be written. */
const PASSING: readonly RefusalCode[] = ['disk-full', 'remote-unreachable', 'remote-key-refused', 'remote-busy']

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5000

/** A picture that is in conflict again and again is not retried for ever. */
const MOST_REBASES = 3

/** Pictures whose labels are kept at hand without being looked at. */
const KEPT = 24

/**
 * The labels of the pictures at hand, and the queue of what is on its way to disk. Each gesture is shown at once and written in
 * order, picture by picture; it carries its picture and revision, so it lands there or is refused. Nothing waiting is ever dropped
 * because the core cannot be reached.
 */
export class DocumentStore {
  readonly store = createStore<Documents>(() => ({ views: new Map(), waiting: 0, trouble: null }))
  readonly #options: DocumentStoreOptions
  readonly #lanes = new Map<ImageId, Act[]>()
  readonly #working = new Set<ImageId>()
  readonly #opening = new Map<ImageId, Promise<void>>()
  #isClosed = false
  #isAway = false
  /** What waits is written down aside: the core is away, or has not taken everything since. */
  #isKeeping = false

  constructor(options: DocumentStoreOptions) {
    this.#options = options
  }

  view(image: ImageId): DocumentView | undefined {
    return this.store.getState().views.get(image)
  }

  /** Loads a picture's labels, or looks whether they changed elsewhere since. Never while something of it is on its way. */
  async open(image: ImageId): Promise<void> {
    return this.#opened(image, () => this.#load(image))
  }

  /** Shows the edit and sends it. False when the picture cannot be edited now or the edit does not fit it. */
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
    this.#isAway = isAway
    if (isAway) this.#keepAside()
  }

  /** Takes up what earlier windows could not write: it is shown, and on its way. */
  async resume(): Promise<void> {
    const kept = await this.#options.journal.read()
    await Promise.all([...kept].map(([image, acts]) => this.#opened(image, () => this.#resume(image, acts))))
  }

  /** Nothing is written any more: the studio works on another place, where these pictures are not, or are others. */
  close(): void {
    this.#isClosed = true
  }

  #opened(image: ImageId, open: () => Promise<void>): Promise<void> {
    const running = this.#opening.get(image)
    if (running) return running
    const opening = open().finally(() => this.#opening.delete(image))
    this.#opening.set(image, opening)
    return opening
  }

  async #resume(image: ImageId, waiting: KeptActs): Promise<void> {
    // What this window has in hand is newer, and kept already.
    if (this.#isBusy(image)) return
    const { port, project, notify, journal } = this.#options
    try {
      const opened = await this.#untilReached(() => port.open({ project, image }))
      const { view, kept, dropped } = resumed(openedView(opened), waiting)
      this.#isKeeping = true
      this.#lanes.set(image, [...kept])
      this.#show(image, view)
      this.#count(image)
      void this.#drain(image)
      if (dropped > 0) notify({ kind: 'conflict', image, dropped })
    } catch (error) {
      if (this.#isClosed) return
      journal.keep(image, undefined)
      notify({ kind: 'refused', image, error })
    }
  }

  async #load(image: ImageId): Promise<void> {
    if (this.#isBusy(image)) return
    if (!this.view(image)) this.#show(image, LOADING)
    const before = this.view(image)
    try {
      const opened = await this.#options.port.open({ project: this.#options.project, image })
      // What was written meanwhile is newer than this answer.
      if (!this.#isBusy(image) && this.view(image) === before) this.#adopt(image, opened)
    } catch (error) {
      if (this.view(image)?.load === 'ready') return
      this.#show(image, { ...LOADING, load: 'failed', problem: this.#options.sentenceOf(error) })
    }
  }

  #isBusy(image: ImageId): boolean {
    return this.#working.has(image) || (this.#lanes.get(image)?.length ?? 0) > 0
  }

  /** The same revision is the same labels: what this window knows of their history stays. */
  #adopt(image: ImageId, opened: OpenedAnnotations): void {
    const view = this.view(image)
    if (view?.load === 'ready' && view.revision === opened.revision) {
      const next = withProposals(view, opened)
      if (next !== view) this.#show(image, next)
      return
    }
    this.#show(image, openedView(opened))
  }

  #act(image: ImageId, wanted: Act): boolean {
    const view = this.view(image)
    if (!isEditable(view)) return false
    const done = acted(view, wanted)
    if (!done) return false
    this.#show(image, done.view)
    const lane = this.#lanes.get(image) ?? []
    lane.push(done.act)
    this.#lanes.set(image, lane)
    this.#count(image)
    void this.#drain(image)
    return true
  }

  async #drain(image: ImageId): Promise<void> {
    if (this.#working.has(image)) return
    this.#working.add(image)
    let rebases = 0
    for (let act = this.#first(image); act; act = this.#first(image)) {
      const isWritten = await this.#write(image, act, rebases)
      rebases = isWritten ? 0 : rebases + 1
      this.#count(image)
    }
    this.#working.delete(image)
    this.#lanes.delete(image)
    this.#count(image)
  }

  #first(image: ImageId): Act | undefined {
    return this.#lanes.get(image)?.[0]
  }

  /** True when the act is out of the way: written, or refused for good. */
  async #write(image: ImageId, act: Act, rebases: number): Promise<boolean> {
    try {
      const written = await this.#untilReached(() => this.#send(image, act))
      await this.#settle(image, act, written)
      return true
    } catch (error) {
      const isConflict = this.#options.codeOf(error) === 'edit-conflict'
      if (!isConflict || rebases >= MOST_REBASES) this.#drop(image, error)
      await this.#rebase(image)
      return !isConflict || rebases >= MOST_REBASES
    }
  }

  #send(image: ImageId, act: Act): Promise<Written> {
    const { port, project, by } = this.#options
    const at = { project, image, revision: this.view(image)?.revision ?? 0, by: by() }
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

  /** Tries again, ever more slowly, as long as the core cannot be reached; refusals are passed on. */
  async #untilReached<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
      if (this.#isClosed) throw new Error(t('The studio works on another place now.'))
      try {
        const answer = await call()
        if (this.store.getState().trouble !== null) this.store.setState({ trouble: null })
        return answer
      } catch (error) {
        const code = this.#options.codeOf(error)
        if (code !== undefined && !PASSING.includes(code)) throw error
        this.store.setState({ trouble: this.#options.sentenceOf(error) })
        this.#keepAside()
        await this.#options.wait(pause)
      }
    }
  }

  async #settle(image: ImageId, act: Act, written: Written): Promise<void> {
    const lane = this.#lanes.get(image)
    const view = this.view(image)
    lane?.shift()
    const next = view && answered(view, { act, written, isLast: lane?.length === 0 })
    if (next) this.#show(image, next)
    else await this.#rebase(image)
  }

  /** The core will never take this act. */
  #drop(image: ImageId, error: unknown): void {
    this.#lanes.get(image)?.shift()
    if (this.#options.codeOf(error) !== 'nothing-to-undo') this.#options.notify({ kind: 'refused', image, error })
  }

  /** The picture is read again as it is stored, and what waits is put on top as far as it fits. */
  async #rebase(image: ImageId): Promise<void> {
    const { port, project, notify, sentenceOf } = this.#options
    const before = this.view(image)?.revision
    try {
      const opened = await this.#untilReached(() => port.open({ project, image }))
      const waiting = { shown: this.view(image) ?? LOADING, acts: this.#lanes.get(image) ?? [] }
      const { view, kept, dropped, isOwnWork } = rebased(openedView(opened), waiting)
      this.#lanes.set(image, [...kept])
      this.#show(image, view)
      if (!isOwnWork && before !== opened.revision) notify({ kind: 'conflict', image, dropped })
    } catch (error) {
      this.#lanes.set(image, [])
      this.#show(image, { ...LOADING, load: 'failed', problem: sentenceOf(error) })
    }
  }

  #show(image: ImageId, view: DocumentView): void {
    const views = new Map(this.store.getState().views)
    views.delete(image)
    views.set(image, view)
    for (const old of [...views.keys()].slice(0, Math.max(0, views.size - KEPT))) {
      if (!this.#isBusy(old) && !this.#opening.has(old)) views.delete(old)
    }
    this.store.setState({ views })
  }

  #keepAside(): void {
    this.#isKeeping = true
    for (const image of this.#lanes.keys()) this.#note(image)
  }

  #note(image: ImageId): void {
    if (!this.#isKeeping || this.#isClosed) return
    const acts = this.#lanes.get(image) ?? []
    const kept = { revision: this.view(image)?.revision ?? 0, acts: [...acts] }
    this.#options.journal.keep(image, acts.length === 0 ? undefined : kept)
  }

  #count(image: ImageId): void {
    this.#note(image)
    const waiting = [...this.#lanes.values()].reduce((sum, acts) => sum + acts.length, 0)
    if (waiting === 0) this.#isKeeping = this.#isAway
    if (waiting !== this.store.getState().waiting) this.store.setState({ waiting })
  }
}
