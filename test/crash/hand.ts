import { isDeepStrictEqual } from 'node:util'
import { type AnnotationDocument, applyEdit, type Edit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import type { MaskShape, Shape } from '#common/annotation/shape'
import type { Sketch } from '#common/annotation/sketch'
import { strokeBetween } from '#common/annotation/stroke'
import { maskOfRings } from '#common/geometry/mask-forms'
import { type MaskTiles, subtractMask, uniteMasks } from '#common/geometry/masks/mask-tiles'
import { type ClassId, type ImageId, type ProjectSlug, ShapeId } from '#common/ids'
import { literal } from '#common/messages/message'
import type { StationProcess } from '../kit/station-process.ts'

/** An image as a person has it on the screen: every state of its labels that can be gone back to, and what is half drawn. */
interface Seen {
  readonly states: readonly AnnotationDocument[]
  readonly place: number
  readonly sketch: Sketch | null
}

/** `sure` was answered; `wished` may or may not have reached the disk. */
export interface Hand {
  sure: Seen
  wished: Seen
  /** Gestures that were answered. */
  made: number
}

export function newHand(): Hand {
  const seen = { states: [[]], place: 0, sketch: null }
  return { sure: seen, wished: seen, made: 0 }
}

export interface DrawingSession {
  readonly station: Pick<StationProcess, 'studio'>
  readonly project: ProjectSlug
  readonly image: ImageId
  readonly hand: Hand
  readonly classes: readonly ClassId[]
  readonly chance: () => number
}

/** Of the image that is drawn on: nine tiles of a mask. */
const FRAME = { width: 1000, height: 1000 }

/** One gesture after the other, of every kind, until the station is gone. */
export async function keepDrawing(session: DrawingSession): Promise<void> {
  const { project, image, station, hand, chance } = session
  const at = { project, image }
  let { revision } = await station.studio.annotations.open(at)
  async function wish(next: Seen, send: () => Promise<{ readonly revision?: number }>): Promise<void> {
    hand.wished = next
    revision = (await send()).revision ?? revision
    hand.sure = next
    hand.made += 1
  }
  for (;;) {
    const { states, place } = hand.sure
    const [way, step] = [chance(), chance() < 0.6 ? -1 : 1]
    if (way < 0.15) {
      const sketch = { tool: 'polygon' as const, points: [5, 5, Math.floor(chance() * 900), 90] }
      await wish({ ...hand.sure, sketch }, () => station.studio.annotations.keepSketch({ ...at, sketch }))
    } else if (way < 0.45 && states[place + step] !== undefined) {
      const { undo, redo } = station.studio.annotations
      await wish({ ...hand.sure, place: place + step }, () => (step < 0 ? undo : redo)({ ...at, revision }))
    } else {
      const edit = someEdit(states[place] ?? [], session)
      const after = applyEdit(states[place] ?? [], edit)
      if (!after.ok) throw new Error(`The gesture does not fit: ${edit.label.code}`)
      const next = { ...hand.sure, states: [...states.slice(0, place + 1), after.value], place: place + 1 }
      await wish(next, () => station.studio.annotations.commit({ ...at, revision, edit }))
    }
  }
}

/** A box or a mask is begun, a mask is painted on or erased from, a shape gets another class or goes. */
function someEdit(shapes: AnnotationDocument, { classes, chance }: DrawingSession): Edit {
  const mask = shapes.find((shape) => shape.kind === 'mask')
  const way = chance()
  const picked = shapes[Math.floor(chance() * shapes.length)]
  if (mask && way < 0.5) return strokeEdit(mask, way < 0.35 ? uniteMasks : subtractMask, someRegion(chance))
  if (picked && way < 0.6) return { label: literal('Delete shape'), changes: [{ before: picked, after: null }] }
  if (picked && way < 0.7) {
    const classId = classes.find((id) => id !== picked.classId) ?? picked.classId
    return {
      label: editName('edit-change-class', { count: 1 }),
      changes: [{ before: picked, after: { ...picked, classId } }],
    }
  }
  const after = newShape({ z: shapes.length, isMask: mask === undefined }, classes, chance)
  return { label: literal(`Draw ${after.kind}`), changes: [{ before: null, after }] }
}

interface NewShape {
  readonly z: number
  readonly isMask: boolean
}

function newShape({ z, isMask }: NewShape, [classId]: readonly ClassId[], chance: () => number): Shape {
  if (classId === undefined) throw new Error('There is no class')
  const id = ShapeId.parse(`S${Math.floor(chance() * 1e15)}`.padEnd(12, '0'))
  const common = { id, classId, z, origin: 'hand' as const }
  const [x0, y0] = [Math.floor(chance() * 800), Math.floor(chance() * 800)]
  if (isMask) return { ...common, kind: 'mask', tiles: someRegion(chance) }
  return { ...common, kind: 'box', box: { x0, y0, x1: x0 + 40, y1: y0 + 30 } }
}

/** A stroke across several tiles. */
function someRegion(chance: () => number): MaskTiles {
  const [x0, y0] = [Math.floor(chance() * 500), Math.floor(chance() * 900)]
  return maskOfRings([[x0, y0, x0 + 480, y0, x0 + 480, y0 + 60, x0, y0 + 60]], FRAME)
}

/** The mask goes when nothing is left of it, and a box is drawn where nothing would change. */
function strokeEdit(mask: MaskShape, change: typeof uniteMasks, region: MaskTiles): Edit {
  const tiles = change(mask.tiles, region)
  const stroke = tiles.length > 0 ? strokeBetween(mask.id, mask.tiles, tiles) : undefined
  if (stroke) return { label: editName('edit-paint-mask'), changes: [], strokes: [stroke] }
  return { label: editName('edit-delete', { kind: kindName('mask') }), changes: [{ before: mask, after: null }] }
}

/** Edits that match neither the last answer nor the last wish; the state found is the known state from now on. */
export async function lostOf({ station, project, image, hand }: DrawingSession): Promise<readonly string[]> {
  const { shapes, sketch, undo } = await station.studio.annotations.open({ project, image })
  const found = [hand.sure, hand.wished].find(
    (seen) =>
      isDeepStrictEqual(seen.states[seen.place], shapes) &&
      isDeepStrictEqual(seen.sketch, sketch) &&
      Math.min(200, seen.place) === undo.length,
  )
  if (!found) return [`${image} has neither the labels that were answered nor those that were wished last`]
  hand.sure = found
  hand.wished = found
  return []
}
