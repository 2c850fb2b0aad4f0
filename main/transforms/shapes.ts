import { createHash } from 'node:crypto'
import { lastingMarks } from '#common/annotation/marks'
import { isPlaced, type KeypointsShape, shapeBounds, shapeRings } from '#common/annotation/shape'
import { type Keypoint, mirroredPoints } from '#common/annotation/skeleton'
import { mapTraced, type Traced } from '#common/annotation/transform'
import { type Affine, compose, identity, isMirroring, mapBox, translation } from '#common/geometry/affine'
import { type Box, boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { ShapeId } from '#common/ids'
import type { Skeletons } from '#core/versions/ports'
import type { Cover, Plan, Region, Warp } from './plan.ts'

/** Returns the annotations after one plan, clipped to its frame. A mirror swaps left and right keypoints. */
export function moveShapes(shapes: readonly Traced[], plan: Plan, skeletons: Skeletons): readonly Traced[] {
  switch (plan.kind) {
    case 'tone':
    case 'blur':
    case 'recolour':
      return shapes
    case 'warp':
      return warpShapes(shapes, plan, skeletons)
    case 'cover':
      return shapes.flatMap((shape) => uncovered(shape, plan) ?? [])
    case 'regions':
      return plan.regions.reduce((moved, region) => moveInside(moved, region, skeletons), shapes)
  }
}

function warpShapes(shapes: readonly Traced[], warp: Warp, skeletons: Skeletons): readonly Traced[] {
  const moved = withOwnIds(shapes.flatMap((shape) => moveShape(shape, warp, skeletons)))
  return warp.edges === 'reflect' ? [...moved, ...reflectedCopies(shapes.filter(isPlaced), warp, skeletons)] : moved
}

/** Returns the shape, or undefined when one rectangle hides it completely. Hidden keypoints become invisible. */
function uncovered(shape: Traced, { boxes }: Cover): Traced | undefined {
  if (!isPlaced(shape)) return shape
  const bounds = shapeBounds(shape)
  if (boxes.some((box) => holds(box, bounds))) return undefined
  if (shape.kind !== 'keypoints') return shape
  const isHidden = ({ x, y }: Keypoint) => boxes.some((box) => holds(box, { x0: x, y0: y, x1: x, y1: y }))
  const points = shape.points.map((point) =>
    isHidden(point) && point.visibility === 2 ? { ...point, visibility: 1 as const } : point,
  )
  return { ...shape, points }
}

function holds(outer: Box, inner: Box): boolean {
  return outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1
}

/** Moves outline and keypoints of an object with the pixels inside its region, and clips them to it. Its box stays. */
function moveInside(
  shapes: readonly Traced[],
  { shapeId, box, plan }: Region,
  skeletons: Skeletons,
): readonly Traced[] {
  if (plan.kind !== 'warp') return shapes
  const into = translation(-box.x0, -box.y0)
  const back = translation(box.x0, box.y0)
  return shapes.flatMap((shape) => {
    if (shape.id !== shapeId || shape.kind === 'box' || !isPlaced(shape)) return [shape]
    const whole = shape.kind === 'keypoints' ? framed(shape, box) : shape
    const inside = moveShape(whole, { affine: compose(into, plan.affine), frame: boxSize(box) }, skeletons)
    const cut = inside.flatMap((piece) => withinRegion(piece, boxSize(box)))
    const moved = cut.flatMap((piece) => moveShape(piece, { affine: back, frame: EVERYWHERE }, skeletons))
    return withOwnIds(moved).map((piece) =>
      piece.kind === 'keypoints' && shape.kind === 'keypoints' ? { ...shape, points: piece.points } : piece,
    )
  })
}

/** Returns an object whose box is the whole region. */
function framed(traced: KeypointsShape & Pick<Traced, 'corners'>, box: Box): Traced {
  const { corners: _, ...shape } = traced
  return { ...shape, box }
}

/** Clips to a region, so that a rotated box that extends beyond it becomes a polygon. */
function withinRegion(shape: Traced, frame: Size): readonly Traced[] {
  if (shape.kind !== 'rotated-box' || holds({ x0: 0, y0: 0, x1: frame.width, y1: frame.height }, shapeBounds(shape))) {
    return [shape]
  }
  const { id, classId, z, origin, corners } = shape
  return mapTraced(
    { id, classId, z, origin, ...lastingMarks(shape), kind: 'polygon', rings: corners ? [corners] : shapeRings(shape) },
    identity,
    frame,
  )
}

const EVERYWHERE: Size = { width: Infinity, height: Infinity }

/** Gives the pieces of a line ids of their own; the first keeps the id of the line. */
function withOwnIds(shapes: readonly Traced[]): readonly Traced[] {
  const taken = new Set(shapes.map(({ id }) => id))
  if (taken.size === shapes.length) return shapes
  const used = new Set<ShapeId>()
  return shapes.map((shape) => {
    const id = used.has(shape.id) ? freeId(shape.id, 'piece', taken) : shape.id
    used.add(id)
    return { ...shape, id }
  })
}

/** Returns the pieces of one annotation, all with the same id. */
export function moveShape(
  shape: Traced,
  { affine, frame }: Pick<Warp, 'affine' | 'frame'>,
  skeletons: Skeletons,
): readonly Traced[] {
  const skeleton = skeletons.get(shape.classId)
  return mapTraced(shape, affine, frame).map((mapped) => {
    if (mapped.kind !== 'keypoints' || skeleton === undefined || !isMirroring(affine)) return mapped
    const twins = mirroredPoints(skeleton.points)
    return { ...mapped, points: mapped.points.map((point, place) => mapped.points[twins[place] ?? place] ?? point) }
  })
}

/** Adds annotations for mirrored padding, which shows every object again. */
function reflectedCopies(
  shapes: readonly Traced[],
  { affine, from, frame }: Warp,
  skeletons: Skeletons,
): readonly Traced[] {
  const content = mapBox(affine, { x0: 0, y0: 0, x1: from.width, y1: from.height })
  const taken = new Set(shapes.map(({ id }) => id))
  return reflections(content, frame).flatMap(({ name, affine: reflection }) => {
    const toCopy = compose(affine, reflection)
    return shapes.flatMap((shape) => {
      const copies = moveShape(shape, { affine: toCopy, frame }, skeletons)
      return copies.map((copy) => ({ ...copy, id: freeId(shape.id, name, taken) }))
    })
  })
}

/** Returns an unused id for a copy: an image that is reflected twice already has copies with these names. */
function freeId(id: ShapeId, reflectionName: string, taken: Set<ShapeId>): ShapeId {
  let copy = copyId(id, reflectionName)
  while (taken.has(copy)) copy = copyId(copy, reflectionName)
  taken.add(copy)
  return copy
}

interface Reflection {
  readonly name: string
  readonly affine: Affine
}

/**
 * Returns every reflection of the image that reaches into the frame. Second ones exist only if the padding is that
 * wide.
 */
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

/** Returns the tiles that cover the axis from 0 to `end` when tile 0 starts at `start`. */
function tiles({ start, length, end }: { readonly start: number; readonly length: number; readonly end: number }) {
  const [first, last] = [-Math.ceil(start / length), Math.ceil((end - start) / length) - 1]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Odd tiles are mirrored, even ones shifted. */
function reflection(tile: number, start: number, length: number): { readonly scale: number; readonly shift: number } {
  return tile % 2 === 0 ? { scale: 1, shift: tile * length } : { scale: -1, shift: 2 * start + (tile + 1) * length }
}

/** Returns an id that is the same in every run for the same copy of the same object. */
export function copyId(id: ShapeId, reflectionName: string): ShapeId {
  return ShapeId.parse(createHash('sha256').update(`${id}|${reflectionName}`).digest('hex').slice(0, 24))
}
