import { type Edit, isEmptyEdit } from '#common/annotation/edit'
import type { History } from '#common/annotation/history'
import type { ProposalChange } from '#common/annotation/proposal'
import type { Shape } from '#common/annotation/shape'
import { refuse } from '#common/errors'
import type { ImageId, ProjectSlug } from '#common/ids'
import { reasonOf } from '#common/messages/sentence'
import { ok } from '#common/result'
import { toAnnotation } from '../../annotation/annotations/by-class-names.ts'
import { importedClassName, type ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import type { ManagedImage } from '../../management/model.ts'
import type { Outcome } from '../../management/outcome.ts'
import { toAnnotationFile } from '../../management/send/labels.ts'
import type { Remote } from '../ports.ts'
import type { RemoteProjects } from '../projects.ts'
import type { RemoteProposals } from './proposals.ts'
import type { Half, RemoteSheets, Seen, Sheet } from './sheets.ts'

interface Dependencies extends Remote {
  readonly projects: RemoteProjects
  readonly sheets: RemoteSheets
  readonly proposals: RemoteProposals
  readonly inTurn: <Value>(image: ImageId, act: () => Promise<Value>) => Promise<Value>
}

/** The image of a write, and the state that it was drawn on. */
export interface Target {
  readonly project: ProjectSlug
  readonly image: ImageId
  readonly revision: number
}

/** Present state of the image; `half` when the caller sends a gesture again that was not done to its end. */
export interface Look extends Seen {
  readonly half: Half | undefined
}

interface Writing {
  readonly history: History
  readonly half: Half | undefined
}

interface Gesture {
  readonly act: Half['act']
  /** Effect of the gesture. */
  readonly edit: Edit
  /** History after the gesture. */
  readonly history: History
}

interface Passing {
  readonly gesture: Gesture
  readonly away: readonly ProposalChange[]
  /** The image as told, or undefined when it must be read again. */
  readonly told: ManagedImage | undefined
}

/** Writes what a gesture leaves: all labels of its image, and the predictions that it is about. */
export function remoteGestures(dependencies: Dependencies) {
  const { management, notes, sheets, proposals, inTurn } = dependencies
  const upload = uploader(dependencies)

  async function write({ project, image }: Target, { sheet, told }: Seen, { history, half }: Writing): Outcome<Sheet> {
    const written = await upload(project, told, history.document)
    if (!written.ok) {
      if (reasonOf(written.error) === 'remote-unreachable') sheets.keep(image, { ...sheet, attempt: history, half })
      return written
    }
    const kept = sheets.wrote(image, history, half)
    // Before the next write, not before this answer.
    void inTurn(image, () => sheets.readBack(project, image))
    notes.publish({ kind: 'images', project, image })
    const had = new Set(sheet.history.document.map(({ classId }) => classId))
    if (history.document.some(({ classId }) => !had.has(classId))) notes.publish({ kind: 'classes', project })
    return ok(kept)
  }

  /**
   * Labels come before the proposals that they were made of go, and go after these are back: a line that breaks between loses
   * neither. What was left to do is done when the page sends the gesture again.
   */
  async function make(target: Target, look: Look, gesture: Gesture): Outcome<Sheet> {
    const { proposals: settled = [] } = gesture.edit
    const { back = [], away = [] } = Object.groupBy(settled, (each) => (each.isSettled ? 'away' : 'back'))
    const offered = await proposals.settle(target, look.told, back)
    if (!offered.ok) return offered
    if (isEmptyEdit({ ...gesture.edit, proposals: [] }))
      return passBy(target, look, { gesture, away, told: back.length > 0 ? undefined : look.told })
    const { revision } = target
    const { act, edit, history } = gesture
    const half = settled.length > 0 ? { revision, act, edit } : undefined
    const written = await write(target, look, { history, half })
    if (!written.ok) return written
    const taken = await takeAway(target, away, undefined)
    return taken.ok ? written : taken
  }

  /** A gesture about predictions alone. */
  async function passBy(target: Target, { sheet }: Look, { gesture, away, told }: Passing): Outcome<Sheet> {
    const { image, revision } = target
    const { act, edit, history } = gesture
    sheets.keep(image, { ...sheet, half: { revision, act, edit } })
    const taken = await takeAway(target, away, told)
    if (!taken.ok) return taken
    return ok(sheets.passed(image, sheet, history))
  }

  /** Predictions that others added since the last look stay: it is looked again when something was written in between. */
  async function takeAway(
    target: Target,
    away: readonly ProposalChange[],
    told: ManagedImage | undefined,
  ): Outcome<undefined> {
    if (away.length === 0) return ok(undefined)
    const now = told ? ok(told) : await management.image(target.project, target.image)
    return now.ok ? proposals.settle(target, now.value, away) : now
  }

  return { write, make }
}

/** Puts all labels of an image in the place of what is there. */
function uploader({ host, management, projects }: Dependencies) {
  return async (project: ProjectSlug, told: ManagedImage, shapes: readonly Shape[]): Outcome<undefined> => {
    const objects: ReadAnnotation[] = []
    for (const shape of shapes) {
      const label = await projects.label(project, shape.classId)
      if (!label.ok) return label
      const { name } = label.value
      const sent = importedClassName(name)
      if (sent !== name) {
        return refuse('remote-renames-class', { host, class: name, sent })
      }
      objects.push(toAnnotation(shape, label.value))
    }
    const labels = [...new Set(objects.map(({ className }) => className))]
    const file = toAnnotationFile({ ...told, labels, annotation: objects })
    const written = await management.annotate(project, told.id, file)
    if (!written.ok) return written
    const [lost] = written.value.leftOut
    return lost === undefined ? ok(undefined) : refuse('annotation-lost-there', { words: lost })
  }
}
