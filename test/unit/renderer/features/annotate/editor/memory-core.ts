import { ORPCError } from '@orpc/client'
import { z } from 'zod'
import { type AnnotationDocument, applyEdit, Edit, invertEdit } from '#common/annotation/edit'
import { type Proposal, settledAfter } from '#common/annotation/proposal'
import { type Review, reviewAfterEdit, reviewAfterState, UNREVIEWED } from '#common/annotation/review'
import type { Shape } from '#common/annotation/shape'
import type { Sketch } from '#common/annotation/sketch'
import { brand } from '#common/border'
import type { ClassId, ImageId, ProjectSlug, ProposalId, ShapeId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf as wordsOf } from '#common/messages/sentence'
import { refusalReason, sentenceOf } from '#renderer/data/sentence'
import { DocumentStore } from '#renderer/features/annotate/model/document/document-store'
import { type Journal, KeptActs } from '#renderer/features/annotate/model/document/journal'
import type { AnnotationsPort, DocumentNotice } from '#renderer/features/annotate/model/document/ports'
import { boundsOf } from '#test/kit/placed'

export const image = (name: string) => brand<ImageId>(name.padEnd(8, '0'))

export function box(name: string, x0: number, y0 = 0): Shape {
  return {
    id: brand<ShapeId>(name.padEnd(8, '0')),
    classId: brand<ClassId>('classOne1'),
    z: 0,
    origin: 'hand',
    kind: 'box',
    box: { x0, y0, x1: x0 + 10, y1: y0 + 10 },
  }
}

export const add = (shape: Shape): Edit => ({
  label: literal(`Add ${shape.id}`),
  changes: [{ before: null, after: shape }],
})

export function move(shape: Shape, dx: number): Edit {
  const { x0, y0, x1, y1 } = boundsOf(shape)
  const after: Shape = { ...box('', 0), id: shape.id, kind: 'box', box: { x0: x0 + dx, y0, x1: x1 + dx, y1 } }
  return { label: literal(`Move ${shape.id}`), changes: [{ before: shape, after }] }
}

interface Stored {
  revision: number
  shapes: AnnotationDocument
  proposals: Proposal[]
  settled: ReadonlySet<ProposalId>
  undo: Edit[]
  redo: Edit[]
  done: boolean
  isNull: boolean
  review: Review
}

type Fault = 'lost-before' | 'lost-after' | 'class-not-found' | 'edit-conflict'

let windows = 0

/** The core's rules for labels, in memory, with a connection that can be held up or cut. */
export class MemoryCore {
  readonly images: Map<string, Stored>
  readonly faults: Fault[] = []
  readonly notices: DocumentNotice[] = []
  readonly sketches: Map<string, Sketch>
  /** Acts that are written down aside, by window and image. */
  readonly kept: Map<string, string>
  readonly calls: string[] = []
  /** Images that are no longer in the project. */
  readonly gone: Set<string>
  /** The code with which calls about gone images are refused. */
  goneAs = 'image-not-found'
  /** Acts of others between two calls of this window. */
  beforeCommit: () => void = () => undefined
  /** Calls wait here before the core hears them. */
  gate: Promise<void> = Promise.resolve()
  /** Answers wait here on their way back. */
  wayBack: Promise<void> = Promise.resolve()

  readonly documents: DocumentStore
  readonly #window = (windows += 1).toString().padStart(4, '0')

  /** Another window on the same images, where one is given. */
  constructor({
    images,
    sketches,
    kept,
    gone,
  }: Partial<Pick<MemoryCore, 'images' | 'sketches' | 'kept' | 'gone'>> = {}) {
    this.gone = gone ?? new Set()
    this.images = images ?? new Map()
    this.sketches = sketches ?? new Map()
    this.kept = kept ?? new Map()
    this.documents = new DocumentStore({
      project: brand<ProjectSlug>('birds'),
      port: this.port(),
      by: () => '',
      reasonOf: refusalReason,
      sentenceOf,
      notify: (notice) => this.notices.push(notice),
      wait: () => Promise.resolve(),
      journal: this.journal(),
    })
  }

  /** As a browser keeps it: what is read is a copy. */
  journal(): Journal {
    const own = (id: ImageId) => `${this.#window} ${id}`
    return {
      keep: (id, acts) => (acts.length > 0 ? this.kept.set(own(id), JSON.stringify(acts)) : this.kept.delete(own(id))),
      images: async ({ parked }) => {
        const rows = [...this.kept].filter(([, kept]) => !parked || isParked(z.array(KeptActs).parse(JSON.parse(kept))))
        return [...new Set(rows.map(([key]) => brand<ImageId>(key.split(' ')[1] ?? '')))]
      },
      take: async (id, { ifOwn }) => {
        if (ifOwn && !this.kept.has(own(id))) return []
        const keys = [...this.kept.keys()].filter((key) => key.endsWith(` ${id}`)).toSorted()
        const taken = keys.flatMap((key) => z.array(KeptActs).parse(JSON.parse(this.kept.get(key) ?? '')))
        for (const key of keys) this.kept.delete(key)
        if (taken.length > 0) this.kept.set(own(id), JSON.stringify(taken))
        return taken
      },
    }
  }

  readonly keepSketch = (id: ImageId, sketch: Sketch | null): void => {
    if (sketch) this.sketches.set(id, sketch)
    else this.sketches.delete(id)
  }

  stored(id: string): Stored {
    if (this.gone.has(id)) throw refused(this.goneAs)
    const nothing = { revision: 0, shapes: [], proposals: [], settled: new Set<ProposalId>(), undo: [], redo: [] }
    const found = this.images.get(id) ?? { ...nothing, done: false, isNull: false, review: UNREVIEWED }
    this.images.set(id, found)
    return found
  }

  /** Another window or program labels the image. */
  writeInOtherWindow(id: ImageId, edit: Edit): void {
    this.#apply(this.stored(id), edit, this.stored(id).undo)
  }

  /** Shapes by name and left edge. */
  shapes(id: ImageId): readonly string[] {
    return this.stored(id).shapes.map((shape) => `${shape.id} ${boundsOf(shape).x0}`)
  }

  port(): AnnotationsPort {
    return {
      open: ({ image: id }) =>
        this.#call('open', () => {
          const { shapes, proposals, settled: ids } = this.stored(id)
          const sketch = this.sketches.get(id) ?? null
          return { ...this.#told(id), shapes: [...shapes], proposals: [...proposals], settled: [...ids], sketch }
        }),
      commit: ({ image: id, revision, edit }) =>
        this.#call(`commit ${id} ${nameOf(edit)}`, () =>
          this.#write(id, revision, { edit: Edit.parse(edit), log: this.stored(id).undo }),
        ),
      undo: ({ image: id, revision }) => this.#call(`undo ${id}`, () => this.#step(id, revision, 'undo')),
      redo: ({ image: id, revision }) => this.#call(`redo ${id}`, () => this.#step(id, revision, 'redo')),
      setState: ({ image: id, revision, done, isNull, verdict }) =>
        this.#call(`state ${id}`, () => {
          this.#check(id, revision)
          const before = verdict === null ? UNREVIEWED : this.stored(id).review
          const review = verdict
            ? { ...UNREVIEWED, ...verdict, state: verdict.verdict }
            : reviewAfterState(before, done)
          Object.assign(this.stored(id), { done, isNull, review, revision: revision + 1 })
          return { ...this.#told(id), changes: [], proposals: [] }
        }),
    }
  }

  async #call<Answer>(name: string, act: () => Answer): Promise<Answer> {
    await this.gate
    const fault = name === 'open' ? undefined : this.faults.shift()
    if (fault === 'lost-before') throw new Error('The line is dead')
    if (fault === 'class-not-found' || fault === 'edit-conflict') throw refused(fault)
    if (name.startsWith('commit')) this.beforeCommit()
    this.calls.push(name)
    const answer = act()
    await this.wayBack
    if (fault === 'lost-after') throw new Error('The line died')
    return answer
  }

  #check(id: string, revision: number): void {
    if (this.stored(id).revision !== revision) throw refused('edit-conflict')
  }

  #write(id: string, revision: number, { edit, log }: { edit: Edit; log: Edit[] }) {
    this.#check(id, revision)
    const known = new Set(this.stored(id).proposals.map((proposal) => proposal.id))
    if (edit.proposals?.every((change) => known.has(change.id)) === false) throw refused('edit-conflict')
    this.#apply(this.stored(id), edit, log)
    this.stored(id).redo = []
    return { ...this.#told(id), changes: [], proposals: [] }
  }

  #step(id: string, revision: number, way: 'undo' | 'redo') {
    this.#check(id, revision)
    const stored = this.stored(id)
    const edit = way === 'undo' ? stored.undo.pop() : stored.redo.shift()
    if (!edit) throw refused('nothing-to-undo')
    const change = way === 'undo' ? invertEdit(edit) : edit
    this.#apply(stored, change, way === 'undo' ? [] : stored.undo)
    if (way === 'undo') stored.redo.unshift(edit)
    return {
      ...this.#told(id),
      changes: structuredClone([...change.changes]),
      ...(change.strokes && { strokes: structuredClone([...change.strokes]) }),
      proposals: [...(change.proposals ?? [])],
    }
  }

  #apply(stored: Stored, edit: Edit, log: Edit[]): void {
    const applied = applyEdit(stored.shapes, edit)
    const known = new Set(stored.proposals.map(({ id }) => id))
    const left = settledAfter(
      stored.settled,
      edit.proposals?.filter(({ id }) => known.has(id)),
    )
    if (!applied.ok || !left) throw refused('edit-conflict')
    stored.settled = left
    stored.shapes = structuredClone(applied.value)
    stored.review = reviewAfterEdit(stored.review, stored.done)
    stored.revision += 1
    log.push(edit)
  }

  #told(id: string) {
    const { revision, shapes, undo, redo, done, isNull, review } = this.stored(id)
    const state = done ? ('done' as const) : shapes.length > 0 ? ('started' as const) : ('todo' as const)
    const labels = { undo: undo.map(({ label }) => label), redo: redo.map(({ label }) => label) }
    return { revision, state, isNull, review, ...labels }
  }
}

function isParked(kept: readonly KeptActs[]): boolean {
  return kept.every(({ goneAt }) => goneAt !== undefined)
}

function refused(reason: string): ORPCError<string, { reason: string }> {
  return new ORPCError('REFUSED', { status: 409, message: reason, data: { reason }, defined: true })
}

/** Resolves when nothing is on its way any more. */
export async function settled({ documents }: MemoryCore): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  if (documents.store.getState().waiting > 0)
    await new Promise<void>((resolve) => documents.store.subscribe(({ waiting }) => waiting === 0 && resolve()))
  await new Promise((resolve) => setTimeout(resolve))
}

function nameOf(edit: unknown): string {
  return wordsOf(Edit.parse(edit).label)
}
