import { applyEdit, type Edit } from '#common/annotation/edit'
import { type History, startHistory } from '#common/annotation/history'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ImageId, ProjectSlug, ShapeId } from '#common/ids'
import { ok } from '#common/result'
import { toAnnotation } from '../../annotation/annotations/by-class-names.ts'
import { draftsInFrame, toShapes } from '../../annotation/annotations/read-annotation.ts'
import type { ManagedImage } from '../../management/model.ts'
import type { Outcome } from '../../management/outcome.ts'
import { sameLabels } from '../../management/send/labels.ts'
import { classIdOf } from '../names.ts'
import type { Remote } from '../ports.ts'
import type { RemoteProjects } from '../projects.ts'

export type RemoteSheets = ReturnType<typeof remoteSheets>

/** An image that was opened here. `there` is what the other machine said of it last: a write stands on exactly that. */
export interface Sheet {
  readonly revision: number
  readonly history: History
  readonly there: string
  readonly isNull: boolean
  /** Sent, and no answer came: it may be there or not. */
  readonly attempt?: History | undefined
  readonly half?: Half | undefined
}

/** A gesture that may have reached its labels alone, or its proposals alone: it is gone on with when the page sends it again. */
export interface Half {
  /** Revision that it was drawn on. */
  readonly revision: number
  readonly act: 'commit' | 'undo' | 'redo'
  /** Effect of the gesture. */
  readonly edit: Edit
}

/** A sheet with what the other machine says of its image now. */
export interface Seen {
  readonly sheet: Sheet
  readonly told: ManagedImage
}

/** No annotation reads like this: whatever is there is news until it was read once. */
const UNREAD = 'unread'
/** Images whose history is kept; the others begin a new one when they are opened again. */
const KEPT = 500

interface Dependencies extends Pick<Remote, 'management' | 'clock' | 'random'> {
  readonly projects: RemoteProjects
}

/** The images that are open here, each with its history since then. */
export function remoteSheets({ management, projects, clock, random }: Dependencies) {
  const sheets = new Map<string, Sheet>()
  // Unlike those of an earlier run of the program, which a page may still hold.
  let revision = clock.now().getTime()

  /** The image as it is there now. One that somebody else changed begins a new history. */
  async function look(project: ProjectSlug, image: ImageId): Outcome<Seen> {
    const told = await management.image(project, image)
    if (!told.ok) return told
    const there = toText(told.value)
    const known = sheets.get(image)
    const own = known && ownOf(project, known, told.value)
    if (own) return ok({ sheet: keep(image, own), told: told.value })
    const shapes = shapesOf(project, told.value, known?.history.document ?? [])
    const isNull = told.value.annotation?.length === 0
    return ok({ sheet: keep(image, next({ history: startHistory(shapes), there, isNull })), told: told.value })
  }

  /** The shapes of an image for a look at it: as it is open here, or as it is there, without opening it. */
  async function peek(project: ProjectSlug, image: ImageId): Outcome<readonly Shape[]> {
    if (sheets.has(image)) {
      const seen = await look(project, image)
      return seen.ok ? ok(seen.value.sheet.history.document) : seen
    }
    const told = await management.image(project, image)
    return told.ok ? ok(shapesOf(project, told.value, [])) : told
  }

  /** The sheet when nobody else wrote: what is there is what it was, or what was sent last. */
  function ownOf(project: ProjectSlug, known: Sheet, told: ManagedImage): Sheet | undefined {
    const there = toText(told)
    if (known.there === there) return known
    const labels = projects.meet(project)
    const isThere = ({ document }: History) =>
      sameLabels(
        document.map((shape) => toAnnotation(shape, labels.get(shape.classId) ?? { name: '' })),
        told.annotation ?? [],
      )
    if (known.there === UNREAD && isThere(known.history)) return { ...known, there }
    const { attempt, half } = known
    return attempt && isThere(attempt)
      ? next({ history: attempt, there, isNull: attempt.document.length === 0, half })
      : undefined
  }

  /** Where no identifiers are told, shapes that are as they were keep theirs, so that a page does not take them for others. */
  function shapesOf(project: ProjectSlug, told: ManagedImage, before: readonly Shape[]): Shape[] {
    const drafts = draftsInFrame(told.annotation ?? [], told)
    const names = [...new Set(drafts.map(({ className }) => className))]
    const classes = names.map((name) => ({ name, id: classIdOf(name) }))
    const labels = projects.meet(project)
    // A server that tells no points with its classes tells them with the labels.
    for (const { className: name, skeleton = null } of drafts) {
      const id = classIdOf(name)
      labels.set(id, { ...labels.get(id), name, skeleton: labels.get(id)?.skeleton ?? skeleton })
    }
    const left = [...before]
    return toShapes(drafts, classes, () => brand<ShapeId>(random.id())).map((shape) => {
      if (told.keepsMarks) return shape
      const same = left.findIndex((each) => sameLook(each, shape))
      const [old] = same === -1 ? [] : left.splice(same, 1)
      return old === undefined ? shape : { ...shape, id: old.id }
    })
  }

  /** Remembers what was written. What the other machine made of it is read before the next write. */
  function wrote(image: ImageId, history: History, half: Half | undefined): Sheet {
    return keep(image, next({ history, there: UNREAD, isNull: history.document.length === 0, half }))
  }

  /** Remembers a gesture that left the labels as they were. */
  function passed(image: ImageId, { there, isNull }: Sheet, history: History): Sheet {
    return keep(image, next({ history, there, isNull }))
  }

  /** Reads what the other machine made of the last write. */
  async function readBack(project: ProjectSlug, image: ImageId): Promise<void> {
    const told = await management.image(project, image)
    const sheet = sheets.get(image)
    if (told.ok && sheet?.there === UNREAD) keep(image, { ...sheet, there: toText(told.value) })
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

  return { look, peek, wrote, passed, readBack, keep }
}

function toText({ annotation }: ManagedImage): string {
  return JSON.stringify(annotation ?? null)
}

/** The same class and outline, whatever the identifier. */
function sameLook(a: Shape, b: Shape): boolean {
  const change = { before: { ...a, id: b.id, z: b.z, origin: b.origin }, after: null }
  return applyEdit([b], { changes: [change] }).ok
}
