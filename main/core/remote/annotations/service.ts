import { type Edit, invertEdit } from '#common/annotation/edit'
import { perform, redo as redoLast, undo as undoLast } from '#common/annotation/history'
import { UNREVIEWED } from '#common/annotation/review'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { type Refusal, refuse } from '#common/errors'
import type { ImageId, ProjectSlug } from '#common/ids'
import { ok, type Result } from '#common/result'
import { checkEdit } from '../../annotation/annotations/rules.ts'
import { marksAdded } from '../../annotation/annotations/station-marks.ts'
import type { Outcome } from '../../management/outcome.ts'
import type { Remote } from '../ports.ts'
import type { RemoteProjects } from '../projects.ts'
import { byTurns } from '../turns.ts'
import { type Look, remoteGestures, type Target } from './gestures.ts'
import { remoteProposals } from './proposals.ts'
import { type Half, remoteSheets, type Sheet } from './sheets.ts'

export type RemoteAnnotations = ReturnType<typeof remoteAnnotations>

interface Dependencies extends Remote {
  readonly projects: RemoteProjects
}

export interface WantedState {
  readonly done: boolean
  readonly isNull: boolean
}

/** Labels of gestures that are told, as on this machine. */
const TOLD = 200

/**
 * Labels of another machine's images. Its API takes whole annotations only, so each gesture is applied here and the result
 * uploaded in the place of what is there, after a look that nobody else changed it meanwhile. Undo reaches back to when the
 * image was opened. On the other machine's disk when it answers.
 */
export function remoteAnnotations(dependencies: Dependencies) {
  const { host, projects } = dependencies
  const sheets = remoteSheets(dependencies)
  const proposals = remoteProposals(dependencies)
  const inTurn = byTurns<ImageId>()
  const { write, make } = remoteGestures({ ...dependencies, sheets, proposals, inTurn })

  /** Gives up when the image is not in the state that the caller drew on. A gesture that is sent again may be half done. */
  async function lookAt({ project, image, revision }: Target, again: (half: Half) => boolean): Outcome<Look> {
    const seen = await sheets.look(project, image)
    if (!seen.ok) return seen
    const { sheet } = seen.value
    const half = sheet.half?.revision === revision && again(sheet.half) ? sheet.half : undefined
    if (half !== undefined || sheet.revision === revision) return ok({ ...seen.value, half })
    return refuse('remote-annotations-changed', { host })
  }

  async function commit(target: Target, edit: Edit): Outcome<Written> {
    const again = (half: Half) => half.act === 'commit' && JSON.stringify(half.edit) === JSON.stringify(edit)
    const seen = await lookAt(target, again)
    if (!seen.ok) return seen
    if (seen.value.sheet.revision !== target.revision) return goOn(target, seen.value, edit)
    const sound = await check(target, seen.value, edit)
    if (!sound.ok) return sound
    const history = perform(seen.value.sheet.history, edit)
    if (!history.ok) return otherThanDrawn()
    const made = await make(target, seen.value, { history: history.value, act: 'commit', edit })
    return made.ok ? ok(writtenView(made.value)) : made
  }

  async function check({ project }: Target, { told, half }: Look, edit: Edit): Outcome<undefined> {
    const type = await projects.typeOf(project)
    if (!type.ok) return type
    const sound = checkEdit(edit, told, type.value)
    if (!sound.ok) return sound
    const forgotten = told.keepsMarks ? undefined : forgottenOf(edit)
    if (forgotten !== undefined) return refuse(forgotten, { host })
    if (half === undefined && edit.proposals && !proposals.isSound(told, edit.proposals))
      return refuse('remote-prediction-changed', { host })
    return projects.expect(project, edit.classes ?? [])
  }

  /** The labels of a gesture are there; its predictions follow. */
  async function goOn(target: Target, { sheet, told }: Look, edit: Edit): Outcome<Written> {
    const settled = await proposals.settle(target, told, edit.proposals ?? [])
    return settled.ok ? ok(writtenView(sheet)) : settled
  }

  async function step(target: Target, way: 'undo' | 'redo'): Outcome<Written> {
    const seen = await lookAt(target, ({ act }) => act === way)
    if (!seen.ok) return seen
    const { sheet, half } = seen.value
    if (half && sheet.revision !== target.revision)
      return withChanges(await goOn(target, seen.value, half.edit), half.edit)
    const last = (way === 'undo' ? sheet.history.done : sheet.history.undone).at(-1)
    if (last === undefined) return refuse(NOTHING_TO[way])
    const history = (way === 'undo' ? undoLast : redoLast)(sheet.history)
    if (!history.ok) return otherThanDrawn()
    const edit = way === 'redo' ? last : invertEdit(last)
    const made = await make(target, seen.value, { history: history.value, act: way, edit })
    return withChanges(made.ok ? ok(writtenView(made.value)) : made, edit)
  }

  /** The API can say that an image holds nothing to label, and nothing else of its state. */
  async function setState(target: Target, { done, isNull }: WantedState): Outcome<Written> {
    const seen = await lookAt(target, () => false)
    if (!seen.ok) return seen
    const { sheet } = seen.value
    const isEmpty = sheet.history.document.length === 0
    if (isNull && isEmpty && !sheet.isNull) {
      const written = await write(target, seen.value, { history: sheet.history, half: undefined })
      return written.ok ? ok(writtenView(written.value)) : written
    }
    if (sheet.isNull === isNull && done === (sheet.isNull || !isEmpty)) return ok(writtenView(sheet))
    return refuse(cannotMark({ done, isEmpty }), { host })
  }

  async function open(project: ProjectSlug, image: ImageId): Outcome<OpenedAnnotations> {
    const seen = await sheets.look(project, image)
    if (!seen.ok) return seen
    const { sheet, told } = seen.value
    return ok({ ...viewOf(sheet), shapes: [...sheet.history.document], sketch: null, ...proposals.open(told) })
  }

  return {
    /** The shapes of an image for a look at it. */
    shapes: (project: ProjectSlug, image: ImageId) => inTurn(image, () => sheets.peek(project, image)),
    open: (project: ProjectSlug, image: ImageId) => inTurn(image, () => open(project, image)),
    commit: (target: Target, edit: Edit) => inTurn(target.image, () => commit(target, edit)),
    undo: (target: Target) => inTurn(target.image, () => step(target, 'undo')),
    redo: (target: Target) => inTurn(target.image, () => step(target, 'redo')),
    setState: (target: Target, state: WantedState) => inTurn(target.image, () => setState(target, state)),
  }
}

function writtenView(sheet: Sheet): Written {
  return { ...viewOf(sheet), changes: [], proposals: [] }
}

/** With what a page that does not know the gesture must show of it. */
function withChanges(
  written: Result<Written, Refusal>,
  { changes, strokes, proposals = [] }: Edit,
): Result<Written, Refusal> {
  if (!written.ok) return written
  const told = { changes: [...changes], ...(strokes && { strokes: [...strokes] }), proposals: [...proposals] }
  return ok({ ...written.value, ...told })
}

function viewOf({
  revision,
  history,
  isNull,
}: Sheet): Omit<OpenedAnnotations, 'shapes' | 'proposals' | 'settled' | 'sketch'> {
  const { document, done, undone } = history
  return {
    revision,
    isNull,
    review: UNREVIEWED,
    state: document.length > 0 || isNull ? 'done' : 'todo',
    undo: done.slice(-TOLD).map(({ label }) => label),
    redo: undone
      .toReversed()
      .slice(0, TOLD)
      .map(({ label }) => label),
  }
}

function otherThanDrawn() {
  return refuse('shape-changed')
}

/** Refusal for marks in an edit that a server of places and classes alone would forget; undefined when there are none. */
function forgottenOf({ changes }: Edit) {
  const added = new Set(changes.flatMap(({ before, after }) => (after ? marksAdded(before, after) : [])))
  if (added.has('lock')) return 'remote-keeps-no-locks'
  if (added.has('crowd')) return 'remote-keeps-no-crowds'
  if (added.has('group')) return 'remote-keeps-no-groups'
  if (added.has('attributes')) return 'remote-keeps-no-attributes'
  return undefined
}

function cannotMark({ done, isEmpty }: { readonly done: boolean; readonly isEmpty: boolean }) {
  if (!done) return 'remote-takes-no-mark-back'
  return isEmpty ? 'remote-done-needs-annotation' : 'remote-background-has-annotations'
}

const NOTHING_TO = { undo: 'remote-nothing-to-undo', redo: 'remote-nothing-to-redo' } as const
