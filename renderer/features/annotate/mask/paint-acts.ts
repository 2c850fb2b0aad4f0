import { type AnnotationDocument, type Edit, isEmptyEdit } from '#common/annotation/edit'
import { erasedInk, inkedEdit, type Painted, paintedInk } from '#common/annotation/paint'
import type { Shape } from '#common/annotation/shape'
import { inkedMask } from '#common/geometry/painting/ink'
import type { ImageId, ShapeId } from '#common/ids'
import { act } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import type { PaintWay } from '#renderer/tools/mask/brush'
import type { Commit, PaintVerb } from '#renderer/tools/tool'
import { armedClass, type Bench, type Drawn } from '../workbench/bench.ts'
import { drawEdit } from '../workbench/new-shape.ts'
import { hasOneMaskAClass, paintGround } from './ground.ts'

/** The screen, as far as painting changes it. */
export interface PaintDesk {
  readonly bench: Bench
  readonly shapes: AnnotationDocument
  shape(id: ShapeId): Shape | undefined
  edit(edit: Edit): boolean
  draw(drawn: Drawn): void
  select(ids: readonly ShapeId[]): void
  set(part: Pick<Bench, 'selection'>): void
  announce(text: string): void
  say(notice: { readonly kind: 'said'; readonly text: string }): void
}

type Paint = Extract<Commit, { kind: 'paint' }>

/** A stroke becomes one edit: of the masks that it changes, and of the one that it begins. */
export function commitPaint(desk: PaintDesk, image: ImageId, { verb, ink }: Paint): void {
  const ground = paintGround(desk.shapes, desk.bench)
  const painted = verb === 'paint' ? paintedInk(ink, ground) : erasedInk(ink, ground)
  const edit = verb === 'paint' ? paintEdit(desk, image, painted) : eraseEdit(painted)
  if (!edit) return
  if (isEmptyEdit(edit)) return sayUnchanged(desk, verb)
  if (!desk.edit(edit)) return
  keepSelected(desk, edit)
}

/** A stroke over what is painted already is seen; that a click found nothing is not. */
function sayUnchanged(desk: PaintDesk, verb: PaintVerb): void {
  const { paintWay } = desk.bench.options
  const text = verb === 'erase' ? t('No mask there to take pixels from') : UNCHANGED[paintWay]
  desk.announce(text)
  if (verb === 'erase' || paintWay !== 'stroke') desk.say({ kind: 'said', text })
}

const UNCHANGED: Readonly<Record<PaintWay, string>> = {
  stroke: t('Nothing new is painted there'),
  lasso: t('Nothing new is painted there'),
  fill: t('No hole there in the mask in hand'),
  wand: t('Nothing new of that colour there'),
}

function eraseEdit({ inked }: Painted): Edit {
  return { label: act('Erase mask'), ...inkedEdit(inked) }
}

/** Undefined while a new mask waits for the project's first class. */
function paintEdit(desk: PaintDesk, image: ImageId, { begun, inked }: Painted): Edit | undefined {
  const { changes, strokes } = inkedEdit(inked)
  const tiles = inkedMask([], begun, 'add')
  if (tiles.length === 0) return { label: act('Paint mask'), changes, strokes }
  const drawn: Drawn = { image, outline: { kind: 'mask', tiles }, origin: 'hand' }
  const classId = armedClass(desk.bench)?.id
  if (classId === undefined) {
    desk.draw(drawn)
    return undefined
  }
  const made = drawEdit(drawn, { document: desk, classId, classes: desk.bench.classes ?? [] })
  return { ...made, changes: [...changes, ...made.changes], strokes }
}

/** The mask that was begun is the one to go on with; one that is gone is selected no more. */
function keepSelected(desk: PaintDesk, { changes }: Edit): void {
  const made = changes.flatMap(({ before, after }) => (before === null && after ? after.id : []))
  const { selection, projectType } = desk.bench
  if (made.length > 0 && !hasOneMaskAClass(projectType)) return desk.select(made)
  const left = selection.filter((id) => desk.shape(id) !== undefined)
  if (left.length < selection.length) desk.set({ selection: left })
}
