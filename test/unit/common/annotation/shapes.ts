import fc from 'fast-check'
import { type AnnotationDocument, applyEdit, byDrawingOrder, type Change, type Edit } from '#common/annotation/edit'
import type { BoxShape, KeypointsShape, MaskShape, PolygonShape, Shape } from '#common/annotation/shape'
import { strokeBetween } from '#common/annotation/stroke'
import type { Box } from '#common/geometry/box'
import { maskOfRings } from '#common/geometry/mask-forms'
import { subtractMask, uniteMasks } from '#common/geometry/masks/mask-tiles'
import { ClassId, ShapeId } from '#common/ids'
import { literal } from '#common/messages/message'

const DEFAULTS = { classId: ClassId.parse('class0001'), z: 1, origin: 'hand' } as const

export function shapeId(number: number): ShapeId {
  return ShapeId.parse(`shape${String(number).padStart(5, '0')}`)
}

export function boxShape(x0: number, y0: number, x1: number, y1: number): BoxShape {
  return { ...DEFAULTS, id: shapeId(1), kind: 'box', box: { x0, y0, x1, y1 } }
}

export function polygonShape(...rings: readonly (readonly number[])[]): PolygonShape {
  return { ...DEFAULTS, id: shapeId(2), kind: 'polygon', rings }
}

export function keypointsShape(box: Box, ...points: KeypointsShape['points']): KeypointsShape {
  return { ...DEFAULTS, id: shapeId(3), kind: 'keypoints', box, points }
}

const IMAGE = { width: 600, height: 600 }

/** The pixels of a box, moved to where four tiles meet. */
export function maskShape({ x0, y0, x1, y1 }: Box): MaskShape {
  const [left, top, right, bottom] = [x0 + 200, y0 + 200, x1 + 200, y1 + 200]
  const tiles = maskOfRings([[left, top, right, top, right, bottom, left, bottom]], IMAGE)
  return { ...DEFAULTS, id: shapeId(4), kind: 'mask', tiles }
}

/** Paints a box on the first mask or takes it away, whatever leaves something; undefined when nothing changes. */
function strokeOn(document: AnnotationDocument, box: Box): Edit | undefined {
  const mask = document.find((shape) => shape.kind === 'mask')
  if (mask === undefined) return undefined
  const brush = maskShape(box).tiles
  const left = subtractMask(mask.tiles, brush)
  const stroke = strokeBetween(mask.id, mask.tiles, left.length > 0 ? left : uniteMasks(mask.tiles, brush))
  return stroke && { label: literal('Paint'), changes: [], strokes: [stroke] }
}

const boxes: fc.Arbitrary<Box> = fc
  .record({
    x0: fc.nat(90),
    y0: fc.nat(90),
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ x0, y0, width, height }) => ({ x0, y0, x1: x0 + width, y1: y0 + height }))

/** Actions of a user: something to one shape, picked among those that are there by then. */
const acts = fc.record({
  kind: fc.constantFrom('add', 'add mask', 'change', 'delete'),
  pick: fc.nat(),
  z: fc.nat(5),
  classId: fc.constantFrom(DEFAULTS.classId, ClassId.parse('class0002')),
  box: boxes,
})
type Act = typeof acts extends fc.Arbitrary<infer Value> ? Value : never

/** Gestures of one to four acts each, or of a stroke with the brush, told as the edits that fit one after the other. */
export const editSequences: fc.Arbitrary<readonly Edit[]> = fc
  .array(fc.oneof(fc.array(acts, { minLength: 1, maxLength: 4 }), boxes), { maxLength: 12 })
  .map((gestures) => {
    const edits: Edit[] = []
    let [document, made]: [AnnotationDocument, number] = [[], 0]
    for (const gesture of gestures) {
      if (!Array.isArray(gesture)) {
        const painted = strokeOn(document, gesture)
        if (painted === undefined) continue
        edits.push(painted)
        document = applied(document, painted)
        continue
      }
      const changes: Change[] = []
      for (const act of gesture) {
        const change = changeOf(act, document, shapeId(100 + made++))
        changes.push(change)
        document = applied(document, { label: literal('Act'), changes: [change] })
      }
      edits.push({ label: literal('Gesture'), changes })
    }
    return edits
  })

function changeOf({ kind, pick, z, classId, box }: Act, document: AnnotationDocument, id: ShapeId): Change {
  const before = document[pick % Math.max(1, document.length)] ?? null
  if (kind === 'add mask') return { before: null, after: { ...maskShape(box), id, z } }
  if (before === null || kind === 'add')
    return { before: null, after: { ...DEFAULTS, id, z, classId, kind: 'box', box } }
  return { before, after: kind === 'delete' ? null : { ...DEFAULTS, id: before.id, z, classId, kind: 'box', box } }
}

export function applied(document: AnnotationDocument, edit: Edit): AnnotationDocument {
  const after = applyEdit(document, edit)
  if (!after.ok) throw new Error(`The edit does not fit shape ${after.error.shapeId}`)
  return after.value
}

export function inDrawingOrder(...shapes: readonly Shape[]): AnnotationDocument {
  return shapes.toSorted(byDrawingOrder)
}
