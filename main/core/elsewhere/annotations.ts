import { type Edit, invertEdit } from '#common/annotation/edit'
import { type History, perform, redo as redoLast, undo as undoLast } from '#common/annotation/history'
import type { Shape } from '#common/annotation/shape'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { refuse } from '#common/errors'
import type { ImageId, ProjectSlug } from '#common/ids'
import { ok } from '#common/result'
import { importedClassName, type ReadAnnotation } from '../annotations/read-annotation.ts'
import { checkEdit } from '../annotations/rules.ts'
import { toAnnotation } from '../management/embedded/views.ts'
import type { ManagedImage } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import { toAnnotationFile } from '../management/send/labels.ts'
import type { Elsewhere } from './ports.ts'
import type { ProjectsElsewhere } from './projects.ts'
import { type Seen, type Sheet, sheetsElsewhere } from './sheets.ts'
import { byTurns } from './turns.ts'

export type AnnotationsElsewhere = ReturnType<typeof annotationsElsewhere>

interface Dependencies extends Elsewhere {
  readonly projects: ProjectsElsewhere
}

/** The picture of a write, and the state that it was drawn on. */
interface Target {
  readonly project: ProjectSlug
  readonly image: ImageId
  readonly revision: number
}

export interface WantedState {
  readonly done: boolean
  readonly isNull: boolean
}

/** Labels of gestures that are told, as on this machine. */
const TOLD = 200

/**
 * Labels of another machine's pictures. Its API takes whole annotations only, so each gesture is applied here and the result
 * uploaded in the place of what is there, after a look that nobody else changed it meanwhile. Undo reaches back to when the
 * picture was opened. On the other machine's disk when it answers.
 */
export function annotationsElsewhere(dependencies: Dependencies) {
  const { host, notes, projects } = dependencies
  const sheets = sheetsElsewhere(dependencies)
  const upload = uploader(dependencies)
  const inTurn = byTurns<ImageId>()

  /** Gives up when the picture is not in the state that the caller drew on. */
  async function lookAt({ project, image, revision }: Target): Outcome<Seen> {
    const seen = await sheets.look(project, image)
    if (!seen.ok || seen.value.sheet.revision === revision) return seen
    return refuse('edit-conflict', `The labels of this picture changed at ${host}`)
  }

  async function write({ project, image }: Target, { sheet, told }: Seen, history: History): Outcome<Written> {
    const written = await upload(project, told, history.document)
    if (!written.ok) {
      if (written.error.code === 'remote-unreachable') sheets.keep(image, { ...sheet, attempt: history })
      return written
    }
    const kept = sheets.wrote(image, history)
    // Before the next write, not before this answer.
    void inTurn(image, () => sheets.readBack(project, image))
    notes.publish({ kind: 'images', project, image })
    const had = new Set(sheet.history.document.map(({ classId }) => classId))
    if (history.document.some(({ classId }) => !had.has(classId))) notes.publish({ kind: 'classes', project })
    return ok(writtenView(kept))
  }

  async function commit(target: Target, edit: Edit): Outcome<Written> {
    const seen = await lookAt(target)
    if (!seen.ok) return seen
    const type = await projects.typeOf(target.project)
    if (!type.ok) return type
    const sound = checkEdit(edit, seen.value.told, type.value)
    if (!sound.ok) return sound
    const history = perform(seen.value.sheet.history, edit)
    return history.ok ? write(target, seen.value, history.value) : otherThanDrawn()
  }

  async function step(target: Target, way: 'undo' | 'redo'): Outcome<Written> {
    const seen = await lookAt(target)
    if (!seen.ok) return seen
    const { history } = seen.value.sheet
    const edit = (way === 'undo' ? history.done : history.undone).at(-1)
    if (edit === undefined) return refuse('nothing-to-undo', `There is nothing to ${way} since the picture was opened`)
    const moved = way === 'undo' ? undoLast(history) : redoLast(history)
    if (!moved.ok) return otherThanDrawn()
    const written = await write(target, seen.value, moved.value)
    if (!written.ok) return written
    return ok({ ...written.value, changes: [...(way === 'redo' ? edit : invertEdit(edit)).changes] })
  }

  /** The API can say that a picture holds nothing to label, and nothing else of its state. */
  async function setState(target: Target, { done, isNull }: WantedState): Outcome<Written> {
    const seen = await lookAt(target)
    if (!seen.ok) return seen
    const { sheet } = seen.value
    const isEmpty = sheet.history.document.length === 0
    if (isNull && isEmpty && !sheet.isNull) return write(target, seen.value, sheet.history)
    if (sheet.isNull === isNull && done === (sheet.isNull || !isEmpty)) return ok(writtenView(sheet))
    return refuse('remote-cannot', stateSentence(host, { done, isEmpty }))
  }

  async function open(project: ProjectSlug, image: ImageId): Outcome<OpenedAnnotations> {
    const seen = await sheets.look(project, image)
    if (!seen.ok) return seen
    const { sheet } = seen.value
    // The API says what models propose, but takes no answer to it.
    return ok({ ...viewOf(sheet), shapes: [...sheet.history.document], proposals: [], settled: [] })
  }

  return {
    /** The shapes of a picture for a look at it. */
    shapes: (project: ProjectSlug, image: ImageId) => inTurn(image, () => sheets.peek(project, image)),
    open: (project: ProjectSlug, image: ImageId) => inTurn(image, () => open(project, image)),
    commit: (target: Target, edit: Edit) => inTurn(target.image, () => commit(target, edit)),
    undo: (target: Target) => inTurn(target.image, () => step(target, 'undo')),
    redo: (target: Target) => inTurn(target.image, () => step(target, 'redo')),
    setState: (target: Target, state: WantedState) => inTurn(target.image, () => setState(target, state)),
  }
}

/** Puts all labels of a picture in the place of what is there. */
function uploader({ host, management, projects }: Dependencies) {
  return async (project: ProjectSlug, told: ManagedImage, shapes: readonly Shape[]): Outcome<undefined> => {
    const objects: ReadAnnotation[] = []
    for (const shape of shapes) {
      const label = await projects.label(project, shape.classId)
      if (!label.ok) return label
      const { name } = label.value
      const sent = importedClassName(name)
      if (sent !== name) {
        const fault = `The API of ${host} would call the class "${name}" "${sent}". Rename it there first`
        return refuse('remote-cannot', fault)
      }
      objects.push(toAnnotation(shape, label.value))
    }
    const labels = [...new Set(objects.map(({ className }) => className))]
    return management.annotate(project, told.id, toAnnotationFile({ ...told, labels, annotation: objects }))
  }
}

function writtenView(sheet: Sheet): Written {
  return { ...viewOf(sheet), changes: [], proposals: [] }
}

function viewOf({ revision, history, isNull }: Sheet): Omit<OpenedAnnotations, 'shapes' | 'proposals' | 'settled'> {
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

function otherThanDrawn() {
  return refuse('edit-conflict', 'A shape of this edit is not as it was drawn on')
}

function stateSentence(host: string, { done, isEmpty }: { readonly done: boolean; readonly isEmpty: boolean }): string {
  if (!done) return `The API of ${host} cannot take a mark back. Draw a shape instead`
  if (!isEmpty) return `The API of ${host} cannot mark a picture that has shapes as holding nothing`
  return `The API of ${host} takes a picture for done when it has a label. If it holds none, press “Nothing to label”`
}
