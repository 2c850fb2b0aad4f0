import { type AnnotationDocument, type Edit, invertEdit } from '#common/annotation/edit'
import type { ProposalId } from '#common/ids'
import { type Act, acted, type DocumentView, type Editable, editedParts, holdsSame } from './document-state.ts'
import type { KeptActs } from './journal.ts'
import { LostShapes } from './lost-shapes.ts'

/** The view and the waiting changes after an image has been read again in the middle of a write. */
export interface Rebased {
  readonly view: DocumentView
  readonly kept: readonly Act[]
  /** Own acts that no longer fit, without those that are wholly about `removed`. */
  readonly dropped: number
  /** Shapes as own edits would have left them, had nobody deleted them meanwhile. */
  readonly removed: AnnotationDocument
  /** Nobody else wrote: an answer got lost on its way, nothing more. */
  readonly isOwnWork: boolean
}

const NOTHING_LOST = { dropped: 0, removed: [] } as const

interface Waiting {
  readonly shown: DocumentView
  readonly acts: readonly Act[]
}

/** Reapplies waiting changes to the stored state, as far as they fit. */
export function rebased(opened: DocumentView, { shown, acts }: Waiting): Rebased {
  const rest = [acts, acts.slice(1)].find((waiting) => isBase(opened, { shown, acts: waiting }))
  if (rest) {
    const view = { ...shown, revision: opened.revision }
    return { view, kept: rest, ...NOTHING_LOST, isOwnWork: true }
  }
  return onForeign(opened, acts)
}

/** The work that earlier windows could not write, each on top of the one before, put on what is stored now. */
export function resumed(opened: DocumentView, [first, ...later]: readonly KeptActs[]): Rebased {
  const start = first ? resumedOne(opened, first) : { view: opened, kept: [], ...NOTHING_LOST, isOwnWork: true }
  return later.reduce((sofar: Rebased, { acts }) => {
    const next = onForeign(sofar.view, acts)
    return {
      view: next.view,
      kept: [...sofar.kept, ...next.kept],
      dropped: sofar.dropped + next.dropped,
      removed: [...new Map([...sofar.removed, ...next.removed].map((shape) => [shape.id, shape])).values()],
      isOwnWork: false,
    }
  }, start)
}

/** The answer to the first act may have been lost. */
function resumedOne(opened: DocumentView, { revision, acts }: KeptActs): Rebased {
  if (opened.revision === revision) return replayed(opened, acts) ?? onForeign(opened, acts)
  const [first, ...rest] = acts
  const isOwn = opened.revision === revision + 1 && first?.kind === 'commit' && isInPlace(opened, first.edit)
  return (isOwn ? replayed(opened, rest) : undefined) ?? onForeign(opened, acts)
}

function replayed(opened: DocumentView, acts: readonly Act[]): Rebased | undefined {
  let view = opened
  const kept: Act[] = []
  for (const act of acts) {
    const fits = acted(knowing(view, act), act)
    if (!fits) return undefined
    view = fits.view
    kept.push(fits.act)
  }
  return { view, kept, ...NOTHING_LOST, isOwnWork: true }
}

/** An undo of something older than this window: what it does was kept with it. */
function knowing(view: DocumentView, act: Act): DocumentView {
  const { known } = view
  if (act.kind === 'undo' && act.shown && known.undo.length === 0)
    return { ...view, known: { ...known, undo: [invertEdit(act.shown)] } }
  if (act.kind === 'redo' && act.shown && known.redo.length === 0)
    return { ...view, known: { ...known, redo: [act.shown] } }
  return view
}

/** Whether the stored labels are what is shown without the acts: then nobody else has changed them. */
function isBase(stored: Editable, { shown, acts }: Waiting): boolean {
  let parts: Editable | undefined = shown
  for (const act of acts.toReversed()) parts = parts && without(parts, act)
  return parts !== undefined && holdsSame(parts.shapes, stored.shapes) && isSameSet(parts.settled, stored.settled)
}

function without(parts: Editable, act: Act): Editable | undefined {
  if (act.kind === 'state') return parts
  const edit = act.kind === 'commit' ? act.edit : act.shown
  return edit ? editedParts(parts, invertEdit(edit)) : undefined
}

function isSameSet(a: ReadonlySet<ProposalId>, b: ReadonlySet<ProposalId>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}

/**
 * An undo is not carried over to labels that others have changed: it would undo their work. Nor is a verdict: the reviewer has not
 * seen these labels.
 */
function onForeign(opened: DocumentView, acts: readonly Act[]): Rebased {
  let view = opened
  let dropped = 0
  const kept: Act[] = []
  const lost = new LostShapes()
  for (const act of withoutUndone(acts)) {
    lost.follow(act, view.shapes)
    if (act.kind === 'undo' || act.kind === 'redo') continue
    if (act.kind === 'commit' && isInPlace(view, act.edit)) continue
    const fits = isVerdict(act) ? undefined : acted(view, act)
    if (fits) {
      view = fits.view
      kept.push(fits.act)
      continue
    }
    if (!isOnlyOfRemoved(view, act)) dropped += 1
  }
  return { view, kept, dropped, removed: lost.changed(), isOwnWork: false }
}

/** The acts without edits that later ones among them undid: nobody wants those back. */
function withoutUndone(acts: readonly Act[]): readonly Act[] {
  const left: Act[] = []
  const undone: Act[] = []
  for (const act of acts) {
    if (act.kind === 'commit') undone.length = 0
    const last = act.kind === 'undo' ? left.findLastIndex(({ kind }) => kind === 'commit') : -1
    const again = act.kind === 'redo' ? undone.pop() : undefined
    if (last >= 0) undone.push(...left.splice(last, 1))
    else left.push(again ?? act)
  }
  return left
}

/** Whether an act changes shapes that are no longer there, and nothing else. */
function isOnlyOfRemoved({ shapes }: DocumentView, act: Act): boolean {
  if (act.kind !== 'commit' || act.edit.changes.length === 0) return false
  const there = new Set(shapes.map(({ id }) => id))
  return act.edit.changes.every(({ before, after }) => before && after && !there.has(before.id))
}

function isVerdict(act: Act): boolean {
  return act.kind === 'state' && act.verdict !== undefined && act.verdict !== null
}

/** Whether the labels hold an edit already: its answer was lost, not its work. */
function isInPlace(parts: Editable, edit: Edit): boolean {
  return editedParts(parts, invertEdit(edit)) !== undefined
}
