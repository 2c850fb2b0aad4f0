import { createHash } from 'node:crypto'
import { isPlaced, type PlacedShape, type Shape } from '#common/annotation/shape'
import { mirroredPoints } from '#common/annotation/skeleton'
import { mapShape } from '#common/annotation/transform'
import { type Affine, compose, isMirroring, mapBox } from '#common/geometry/affine'
import { type Box, boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { ShapeId } from '#common/ids'
import type { Skeletons } from '#core/versions/ports'
import type { Plan, Warp } from './plan.ts'

/** The labels after one plan, cut at its frame. What is on the left of an object is on its right in a mirror. */
export function moveShapes(shapes: readonly Shape[], plan: Plan, skeletons: Skeletons): readonly Shape[] {
  if (plan.kind !== 'warp') return shapes
  const moved = shapes.flatMap((shape) => moveShape(shape, plan, skeletons) ?? [])
  return plan.edges === 'reflect' ? [...moved, ...reflectedCopies(shapes.filter(isPlaced), plan, skeletons)] : moved
}

function moveShape(
  shape: Shape,
  { affine, frame }: Pick<Warp, 'affine' | 'frame'>,
  skeletons: Skeletons,
): Shape | undefined {
  const mapped = mapShape(shape, affine, frame)
  const skeleton = skeletons.get(shape.classId)
  if (mapped?.kind !== 'keypoints' || skeleton === undefined || !isMirroring(affine)) return mapped
  const twins = mirroredPoints(skeleton.points)
  return { ...mapped, points: mapped.points.map((point, place) => mapped.points[twins[place] ?? place] ?? point) }
}

/** Mirrored padding shows every object again, so each of its reflections is labelled too. */
function reflectedCopies(
  shapes: readonly PlacedShape[],
  { affine, from, frame }: Warp,
  skeletons: Skeletons,
): readonly Shape[] {
  const content = mapBox(affine, { x0: 0, y0: 0, x1: from.width, y1: from.height })
  return reflections(content, frame).flatMap(({ name, affine: reflection }) => {
    const toCopy = compose(affine, reflection)
    return shapes.flatMap((shape) => {
      const copy = moveShape(shape, { affine: toCopy, frame }, skeletons)
      return copy ? { ...copy, id: copyId(shape.id, name) } : []
    })
  })
}

interface Reflection {
  readonly name: string
  readonly affine: Affine
}

/** Every reflection of the picture that reaches into the frame; a second one only where the padding is that wide. */
function reflections(content: Box, frame: Size): readonly Reflection[] {
  const { width, height } = boxSize(content)
  const across = tiles({ start: content.x0, length: width, end: frame.width })
  const down = tiles({ start: content.y0, length: height, end: frame.height })
  return down.flatMap((row) =>
    across.flatMap((column) => {
      if (row === 0 && column === 0) return []
      const [x, y] = [reflection(column, content.x0, width), reflection(row, content.y0, height)]
      return { name: `${column},${row}`, affine: { a: x.scale, b: 0, c: 0, d: y.scale, e: x.shift, f: y.shift } }
    }),
  )
}

/** The tiles that the axis from 0 to `end` needs when tile 0 lies at `start`. */
function tiles({ start, length, end }: { readonly start: number; readonly length: number; readonly end: number }) {
  const [first, last] = [-Math.ceil(start / length), Math.ceil((end - start) / length) - 1]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Odd tiles are mirrored, even ones shifted. */
function reflection(tile: number, start: number, length: number): { readonly scale: number; readonly shift: number } {
  return tile % 2 === 0 ? { scale: 1, shift: tile * length } : { scale: -1, shift: 2 * start + (tile + 1) * length }
}

/** The same copy of the same object has the same id in every run. */
function copyId(id: ShapeId, reflectionName: string): ShapeId {
  return ShapeId.parse(createHash('sha256').update(`${id}|${reflectionName}`).digest('hex').slice(0, 24))
}
