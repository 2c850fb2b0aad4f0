import { applyEdit, type Edit } from '#common/annotation/edit'
import { type History, perform, redo as redoLast, startHistory, undo as undoLast } from '#common/annotation/history'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { type Refusal, refuse } from '#common/errors'
import type { ImageId, ProjectSlug, ShapeId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { draftsInFrame, importedClassName, type ReadAnnotation, toShapes } from '../annotations/read-annotation.ts'
import { checkEdit } from '../annotations/rules.ts'
import { toAnnotation } from '../management/embedded/views.ts'
import type { ManagedImage } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import { sameLabels, toCocoFile } from '../management/send/labels.ts'
import { classIdOf } from './names.ts'
import type { Elsewhere } from './ports.ts'
import type { ProjectsElsewhere } from './projects.ts'

export type AnnotationsElsewhere = ReturnType<typeof annotationsElsewhere>

interface Dependencies extends Elsewhere {
  readonly projects: ProjectsElsewhere
}

interface At {
  readonly image: ImageId
  readonly revision: number
}

/** A picture that was opened here. `there` is what the other machine said of it last: a write stands on exactly that. */
interface Sheet {
  readonly revision: number
  readonly history: History
  readonly there: string
  readonly isNull: boolean
  /** Sent, and no answer came: it may be there or not. */
  readonly attempt?: History | undefined
}

/** Pictures whose history is kept; the others begin a new one when they are opened again. */
const KEPT = 500
/** Labels of gestures that are told, as on this machine. */
const TOLD = 200

/**
 * Labels of another machine's pictures. Its API takes whole annotations only, so each gesture is applied here and the result
 * uploaded in the place of what is there, after a look that nobody else changed it meanwhile. Undo reaches back to when the
 * picture was opened. On the other machine's disk when it answers.
 */
export function annotationsElsewhere({ host, management, projects, clock, random, notes }: Dependencies) {
  const sheets = new Map<string, Sheet>()
  const turns = new Map<string, Promise<unknown>>()
  // Unlike those of an earlier run of the program, which a page may still hold.
  let revision = clock.now().getTime()

  /** Writes of one picture follow one another. */
  function inTurn<Value>(image: ImageId, act: () => Promise<Value>): Promise<Value> {
    const done = (turns.get(image) ?? Promise.resolve()).then(act)
    const ended = done.catch(() => undefined).finally(() => turns.get(image) === ended && turns.delete(image))
    turns.set(image, ended)
    return done
  }

  /** The picture as it is there now. */
  async function look(project: ProjectSlug, image: ImageId): Outcome<{ sheet: Sheet; told: ManagedImage }> {
    const told = await management.image(project, image)
    if (!told.ok) return told
    const there = JSON.stringify(told.value.annotation ?? null)
    const known = sheets.get(image)
    const own = known && ownOf(project, known, { there, told: told.value })
    if (own) return ok({ sheet: keep(image, own), told: told.value })
    const shapes = shapesOf(project, told.value, known?.history.document ?? [])
    const isNull = told.value.annotation?.length === 0
    return ok({ sheet: keep(image, next({ history: startHistory(shapes), there, isNull })), told: told.value })
  }

  /** The sheet when nobody else wrote: what is there is what it was, or what was sent last. */
  function ownOf(
    project: ProjectSlug,
    known: Sheet,
    { there, told }: { readonly there: string; readonly told: ManagedImage },
  ) {
    if (known.there === there) return known
    const isThere = ({ document }: History) =>
      sameLabels(
        document.map((shape) => toAnnotation(shape, projects.meet(project).get(shape.classId) ?? '')),
        told.annotation ?? [],
      )
    if (known.there === UNREAD && isThere(known.history)) return { ...known, there }
    const { attempt } = known
    return attempt && isThere(attempt)
      ? next({ history: attempt, there, isNull: attempt.document.length === 0 })
      : undefined
  }

  function next(sheet: Omit<Sheet, 'revision'>): Sheet {
    revision += 1
    return { ...sheet, revision }
  }

  function keep(image: ImageId, sheet: Sheet): Sheet {
    sheets.delete(image)
    sheets.set(image, sheet)
    for (const old of [...sheets.keys()].slice(0, Math.max(0, sheets.size - KEPT))) sheets.delete(old)
    return sheet
  }

  /** Shapes that are as they were keep their identifiers, so that a page does not take them for others. */
  function shapesOf(project: ProjectSlug, told: ManagedImage, before: readonly Shape[]): Shape[] {
    const drafts = draftsInFrame(told.annotation ?? [], told)
    const classes = [...new Set(drafts.map(({ className }) => className))].map((name) => ({
      name,
      id: classIdOf(name),
    }))
    for (const { id, name } of classes) projects.meet(project).set(id, name)
    const left = [...before]
    return toShapes(drafts, classes, () => brand<ShapeId>(random.id())).map((shape) => {
      const same = left.findIndex((each) => sameLook(each, shape))
      const [old] = same === -1 ? [] : left.splice(same, 1)
      return old === undefined ? shape : { ...shape, id: old.id }
    })
  }

  /** Gives up when the picture is not in the state that the caller drew on. */
  async function lookAt(project: ProjectSlug, { image, revision: expected }: At) {
    const seen = await look(project, image)
    if (!seen.ok) return seen
    if (seen.value.sheet.revision === expected) return seen
    return refuse('edit-conflict', `The labels of this picture changed at ${host}`)
  }

  async function upload(project: ProjectSlug, told: ManagedImage, shapes: readonly Shape[]): Outcome<undefined> {
    const objects: ReadAnnotation[] = []
    for (const shape of shapes) {
      const name = await projects.className(project, shape.classId)
      if (!name.ok) return name
      const sent = importedClassName(name.value)
      if (sent !== name.value) {
        return refuse(
          'remote-cannot',
          `The API of ${host} would call the class "${name.value}" "${sent}". Rename it there first`,
        )
      }
      objects.push(toAnnotation(shape, name.value))
    }
    const labels = [...new Set(objects.map(({ className }) => className))]
    return management.annotate(project, told.id, toCocoFile({ ...told, labels, annotation: objects }))
  }

  async function write(
    { project, image }: { readonly project: ProjectSlug; readonly image: ImageId },
    { sheet, told }: { readonly sheet: Sheet; readonly told: ManagedImage },
    history: History,
  ): Outcome<Written> {
    const written = await upload(project, told, history.document)
    if (!written.ok) {
      if (written.error.code === 'remote-unreachable') keep(image, { ...sheet, attempt: history })
      return written
    }
    const had = new Set(sheet.history.document.map(({ classId }) => classId))
    const isNewClass = history.document.some(({ classId }) => !had.has(classId))
    const isNull = history.document.length === 0
    // What it made of the labels is read before the next write, not before this answer.
    const kept = keep(image, next({ history, there: UNREAD, isNull }))
    void inTurn(image, () => readBack(project, image))
    notes.publish({ kind: 'images', project, image })
    if (isNewClass) notes.publish({ kind: 'classes', project })
    return ok({ ...viewOf(kept), changes: [] })
  }

  async function readBack(project: ProjectSlug, image: ImageId): Promise<void> {
    const told = await management.image(project, image)
    const sheet = sheets.get(image)
    if (!told.ok || sheet?.there !== UNREAD) return
    keep(image, { ...sheet, there: JSON.stringify(told.value.annotation ?? null) })
  }

  async function commit(project: ProjectSlug, at: At, edit: Edit): Outcome<Written> {
    const seen = await lookAt(project, at)
    if (!seen.ok) return seen
    const { sheet, told } = seen.value
    const sound = checkEdit(edit, told)
    if (!sound.ok) return sound
    const history = perform(sheet.history, edit)
    if (!history.ok) return refuse('edit-conflict', 'A shape of this edit is not as it was drawn on')
    return write({ project, image: at.image }, seen.value, history.value)
  }

  async function step(project: ProjectSlug, at: At, way: 'undo' | 'redo'): Outcome<Written> {
    const seen = await lookAt(project, at)
    if (!seen.ok) return seen
    const { history } = seen.value.sheet
    const edit = (way === 'undo' ? history.done : history.undone).at(-1)
    if (edit === undefined) return refuse('nothing-to-undo', `There is nothing to ${way} since the picture was opened`)
    const moved = way === 'undo' ? undoLast(history) : redoLast(history)
    if (!moved.ok) return refuse('edit-conflict', 'A shape of this edit is not as it was drawn on')
    const written = await write({ project, image: at.image }, seen.value, moved.value)
    if (!written.ok) return written
    const changes =
      way === 'redo' ? edit.changes : edit.changes.map(({ before, after }) => ({ before: after, after: before }))
    return ok({ ...written.value, changes: [...changes] })
  }

  /** The API can say that a picture holds nothing to label, and nothing else of its state. */
  async function setState(
    project: ProjectSlug,
    at: At,
    { done, isNull }: { readonly done: boolean; readonly isNull: boolean },
  ): Outcome<Written> {
    const seen = await lookAt(project, at)
    if (!seen.ok) return seen
    const { sheet } = seen.value
    const isEmpty = sheet.history.document.length === 0
    if (isNull && isEmpty && !sheet.isNull) return write({ project, image: at.image }, seen.value, sheet.history)
    if (sheet.isNull === isNull && done === (sheet.isNull || !isEmpty)) return ok({ ...viewOf(sheet), changes: [] })
    return refuse('remote-cannot', stateSentence(host, { done, isEmpty }))
  }

  async function open(project: ProjectSlug, image: ImageId): Outcome<OpenedAnnotations> {
    const seen = await look(project, image)
    return seen.ok ? ok({ ...viewOf(seen.value.sheet), shapes: [...seen.value.sheet.history.document] }) : seen
  }

  /** The shapes of a picture for a look at it: as it is open here, or as it is there. */
  async function shapes(project: ProjectSlug, image: ImageId): Promise<Result<readonly Shape[], Refusal>> {
    const opened = await inTurn(image, () => open(project, image))
    return opened.ok ? ok(opened.value.shapes) : opened
  }

  return {
    shapes,
    open: (project: ProjectSlug, image: ImageId) => inTurn(image, () => open(project, image)),
    commit: (project: ProjectSlug, at: At, edit: Edit) => inTurn(at.image, () => commit(project, at, edit)),
    undo: (project: ProjectSlug, at: At) => inTurn(at.image, () => step(project, at, 'undo')),
    redo: (project: ProjectSlug, at: At) => inTurn(at.image, () => step(project, at, 'redo')),
    setState: (project: ProjectSlug, at: At, state: { readonly done: boolean; readonly isNull: boolean }) =>
      inTurn(at.image, () => setState(project, at, state)),
  }
}

/** No annotation reads like this: whatever is there is news until it was read once. */
const UNREAD = 'unread'

function viewOf({ revision, history, isNull }: Sheet): Omit<OpenedAnnotations, 'shapes'> {
  const { document, done, undone } = history
  return {
    ...{ revision, isNull },
    state: document.length > 0 || isNull ? 'done' : 'todo',
    undo: done.slice(-TOLD).map(({ label }) => label),
    redo: undone
      .toReversed()
      .slice(0, TOLD)
      .map(({ label }) => label),
  }
}

/** The same class and outline, whatever the identifier. */
function sameLook(a: Shape, b: Shape): boolean {
  const change = { before: { ...a, id: b.id, z: b.z, origin: b.origin }, after: null }
  return applyEdit([b], { label: 'compare', changes: [change] }).ok
}

function stateSentence(host: string, { done, isEmpty }: { readonly done: boolean; readonly isEmpty: boolean }): string {
  if (!done) return `The API of ${host} cannot take a mark back. Draw a shape instead`
  if (isEmpty)
    return `The API of ${host} takes a picture for done when it has a label. If it holds none, mark it with “Nothing to label”`
  return `The API of ${host} cannot mark a picture that has shapes as holding nothing`
}
