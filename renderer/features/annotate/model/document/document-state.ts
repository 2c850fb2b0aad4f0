import {
  type AnnotationDocument,
  applyEdit,
  type Edit,
  type Effect,
  invertEdit,
  inverted,
} from '#common/annotation/edit'
import { type Proposal, settledAfter } from '#common/annotation/proposal'
import {
  type GivenVerdict,
  type Review,
  reviewAfterEdit,
  reviewAfterState,
  UNREVIEWED,
} from '#common/annotation/review'
import type { Sketch } from '#common/annotation/sketch'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import type { ImageState } from '#common/contract/images'
import type { ProposalId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { readOnlyNow } from '#renderer/data/read-only'

/** An image's labels as the person sees them: what is stored, with everything on top that is on its way there. */
export interface DocumentView {
  /** Only `ready` labels can be edited: what is half loaded must never be written back. */
  readonly load: 'loading' | 'ready' | 'failed'
  /** Why they could not be loaded. */
  readonly problem: string | null
  /** Revision of the core's last answer; every write carries it. */
  readonly revision: number
  readonly shapes: AnnotationDocument
  /** Suggestions of models; those that edits accepted or rejected are in `settled`. */
  readonly proposals: readonly Proposal[]
  readonly settled: ReadonlySet<ProposalId>
  readonly state: ImageState
  readonly isNull: boolean
  readonly review: Review
  /** Unfinished when the labels were read. */
  readonly sketch: Sketch | null
  readonly undo: readonly Message[]
  readonly redo: readonly Message[]
  /** The edits behind the names nearest to now, as far as this window made them: undoing them needs no answer to be shown. */
  readonly known: { readonly undo: readonly Edit[]; readonly redo: readonly Edit[] }
  /** An undo of something older is under way: nobody knows yet what it will leave. */
  readonly isSettling: boolean
}

/** State that a person sets for the image as a whole; `verdict` is absent when no reviewer speaks, and null takes one back. */
export interface WantedState {
  readonly done: boolean
  readonly isNull: boolean
  readonly verdict?: (GivenVerdict & { readonly by: string }) | null | undefined
}

/** A change waiting to be written, with the edit that is already shown; `shown` is null where only the core knows. */
export type Act =
  | { readonly kind: 'commit'; readonly edit: Edit }
  | { readonly kind: 'undo' | 'redo'; readonly shown: Edit | null }
  | ({ readonly kind: 'state' } & WantedState)

const NOTHING_KNOWN = { undo: [], redo: [] } as const

export const LOADING: DocumentView = {
  load: 'loading',
  problem: null,
  revision: 0,
  shapes: [],
  proposals: [],
  settled: new Set(),
  state: 'todo',
  isNull: false,
  review: UNREVIEWED,
  sketch: null,
  undo: [],
  redo: [],
  known: NOTHING_KNOWN,
  isSettling: false,
}

export function openedView({ settled, ...opened }: OpenedAnnotations): DocumentView {
  return { ...LOADING, load: 'ready', ...opened, settled: new Set(settled) }
}

/** The same labels with what is proposed now; the same view when nothing else is. */
export function withProposals(view: DocumentView, { proposals, settled }: OpenedAnnotations): DocumentView {
  const isSame =
    proposals.length === view.proposals.length &&
    settled.length === view.settled.size &&
    settled.every((id) => view.settled.has(id)) &&
    proposals.every(({ id }, place) => id === view.proposals[place]?.id)
  return isSame ? view : { ...view, proposals, settled: new Set(settled) }
}

/** The parts of a document that edits change. */
export type Editable = Pick<DocumentView, 'shapes' | 'proposals' | 'settled'>

/**
 * Annotations and proposals after an edit; undefined when it does not fit. Proposals that have been replaced since can be neither settled
 * nor offered again: undoing an edit about them is about its annotations alone.
 */
export function editedParts({ shapes, proposals, settled }: Editable, edit: Effect): Editable | undefined {
  const applied = applyEdit(shapes, edit)
  const known = edit.proposals && idsOf(proposals)
  const left = settledAfter(
    settled,
    edit.proposals?.filter(({ id }) => known?.has(id)),
  )
  return applied.ok && left ? { shapes: applied.value, proposals, settled: left } : undefined
}

/** Whether both hold the same shapes. */
export function holdsSame(a: AnnotationDocument, b: AnnotationDocument): boolean {
  const asItIs = b.map((shape) => ({ before: shape, after: shape }))
  return a.length === b.length && applyEdit(a, { changes: asItIs }).ok
}

const ids = new WeakMap<readonly Proposal[], ReadonlySet<ProposalId>>()

function idsOf(proposals: readonly Proposal[]): ReadonlySet<ProposalId> {
  const known = ids.get(proposals) ?? new Set(proposals.map(({ id }) => id))
  ids.set(proposals, known)
  return known
}

export function isEditable(view: DocumentView | undefined): view is DocumentView {
  return view?.load === 'ready' && !view.isSettling && readOnlyNow('projects') === undefined
}

/** The view with an act on top, and the act as it is to be sent; undefined when the act does not fit the view. */
export function acted(view: DocumentView, act: Act): { readonly view: DocumentView; readonly act: Act } | undefined {
  switch (act.kind) {
    case 'commit':
      return committed(view, act.edit)
    case 'undo':
      return view.undo.length === 0 ? undefined : undone(view)
    case 'redo':
      return view.redo.length === 0 ? undefined : redone(view)
    case 'state':
      return { view: { ...view, ...stated(view, act) }, act }
  }
}

function committed(view: DocumentView, edit: Edit) {
  const known = idsOf(view.proposals)
  const parts = edit.proposals?.every(({ id }) => known.has(id)) === false ? undefined : editedParts(view, edit)
  if (!parts) return undefined
  const next: DocumentView = {
    ...view,
    ...parts,
    state: view.state === 'todo' && parts.shapes.length > 0 ? 'started' : view.state,
    isNull: view.isNull && parts.shapes.length === 0,
    review: reviewAfterEdit(view.review, view.state === 'done'),
    undo: [...view.undo, edit.label],
    redo: [],
    known: { undo: [...view.known.undo, edit], redo: [] },
  }
  return { view: next, act: { kind: 'commit', edit } as const }
}

function undone(view: DocumentView) {
  const edit = view.known.undo.at(-1)
  const label = view.undo.at(-1)
  const moved = { undo: view.undo.slice(0, -1), redo: label === undefined ? view.redo : [label, ...view.redo] }
  if (!edit) return { view: { ...view, ...moved, isSettling: true }, act: { kind: 'undo', shown: null } as const }
  const known = { undo: view.known.undo.slice(0, -1), redo: [edit, ...view.known.redo] }
  return showing(view, { act: { kind: 'undo', shown: invertEdit(edit) }, moved: { ...moved, known } })
}

function redone(view: DocumentView) {
  const [edit, ...knownLeft] = view.known.redo
  const [label, ...left] = view.redo
  const moved = { undo: label === undefined ? view.undo : [...view.undo, label], redo: left }
  if (!edit) return { view: { ...view, ...moved, isSettling: true }, act: { kind: 'redo', shown: null } as const }
  const known = { undo: [...view.known.undo, edit], redo: knownLeft }
  return showing(view, { act: { kind: 'redo', shown: edit }, moved: { ...moved, known } })
}

interface Showing {
  readonly act: { readonly kind: 'undo' | 'redo'; readonly shown: Edit }
  readonly moved: Pick<DocumentView, 'undo' | 'redo' | 'known'>
}

function showing(view: DocumentView, { act, moved }: Showing) {
  const parts = editedParts(view, act.shown)
  const review = reviewAfterEdit(view.review, view.state === 'done')
  return parts && { view: { ...view, ...moved, ...parts, review }, act }
}

function stated({ shapes, review }: DocumentView, { done, isNull, verdict }: WantedState) {
  const state = stateAfter(done || isNull, shapes)
  return { state, isNull, review: reviewed(review, { state, verdict }) }
}

function reviewed(
  review: Review,
  { state, verdict }: Pick<WantedState, 'verdict'> & Pick<DocumentView, 'state'>,
): Review {
  if (verdict) return { state: verdict.verdict, reason: verdict.reason, by: verdict.by, at: null }
  return reviewAfterState(verdict === null ? UNREVIEWED : review, state === 'done')
}

function stateAfter(isDone: boolean, shapes: AnnotationDocument): ImageState {
  if (isDone) return 'done'
  return shapes.length > 0 ? 'started' : 'todo'
}

interface Answer {
  readonly act: Act
  readonly written: Written
  /** Nothing else waits: what the core says of the image's state is what is shown. */
  readonly isLast: boolean
}

/** The view once the core has answered an act; undefined when what it did is not what is shown, so that all must be read again. */
export function answered(view: DocumentView, { act, written, isLast }: Answer): DocumentView | undefined {
  const { state, isNull, review, undo, redo } = written
  const told = isLast ? { state, isNull, review, undo, redo } : {}
  const next: DocumentView = { ...view, ...told, revision: written.revision }
  // A result that differs from the sent edit names a class that was merged meanwhile.
  if (act.kind === 'commit') return written.changes.length > 0 ? undefined : next
  if (act.kind === 'state') return next
  const { changes, strokes, proposals } = written
  const change: Effect = { changes, ...(strokes && { strokes }), ...(proposals.length > 0 && { proposals }) }
  if (act.shown) return sameChanges(act.shown, change) ? next : undefined
  const parts = editedParts(view, change)
  return parts && { ...next, ...parts, isSettling: false, known: learned(view, act.kind, change) }
}

/** An undo that only the core knew can be redone from here without asking. */
function learned({ known, undo, redo }: DocumentView, kind: 'undo' | 'redo', change: Effect): DocumentView['known'] {
  const label = kind === 'undo' ? redo[0] : undo.at(-1)
  if (!label) return known
  return kind === 'undo'
    ? { ...known, redo: [{ label, ...inverted(change) }, ...known.redo] }
    : { ...known, undo: [...known.undo, { label, ...change }] }
}

/** Compared by what they do: each must fit exactly where the other does, forth and back. Strokes say tile by tile what they do. */
function sameChanges({ strokes: painted = [], ...a }: Effect, { strokes: paintedToo = [], ...b }: Effect): boolean {
  if (JSON.stringify(painted) !== JSON.stringify(paintedToo)) return false
  const befores = a.changes.flatMap(({ before }) => before ?? [])
  const afters = a.changes.flatMap(({ after }) => after ?? [])
  if (a.changes.length !== b.changes.length) return false
  return applyEdit(befores, b).ok && applyEdit(afters, inverted(b)).ok
}
