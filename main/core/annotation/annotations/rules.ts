import type { Edit } from '#common/annotation/edit'
import type { NeededClass } from '#common/annotation/proposal'
import {
  isPlaced,
  type KeypointsShape,
  type PlacedShape,
  type PolylineShape,
  type Shape,
  shapeBounds,
} from '#common/annotation/shape'
import type { MaskStroke } from '#common/annotation/stroke'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refusal, refuse } from '#common/errors'
import { lineLength } from '#common/geometry/line'
import { maskTilesBounds } from '#common/geometry/masks/mask-tiles'
import type { Size } from '#common/geometry/space'
import { err, ok, type Result } from '#common/result'
import { readClassName } from '../../dataset/projects/service.ts'
import { kindsFault } from './project-types.ts'

/** Room for rounding on the way from a screen; a hundredth of a pixel is far below what anybody draws. */
const TOLERANCE = 0.01

/** Whether every shape that an edit leaves behind is a sound label of an image of this size in a project of this type. */
export function checkEdit(edit: Edit, frame: Size, type: ProjectType): Result<undefined, Refusal> {
  const left = edit.changes.map(({ after }) => after).filter((shape) => shape !== null)
  const fault =
    firstFault(left, (shape) => shapeFault(shape, frame)) ??
    firstFault(edit.strokes ?? [], (stroke) => strokeFault(stroke, frame)) ??
    kindsFault(
      type,
      left.map(({ kind }) => kind),
    )
  return fault === undefined ? checkClasses(edit.classes ?? []) : err(fault)
}

function firstFault<Each>(list: readonly Each[], faultOf: (each: Each) => Refusal | undefined): Refusal | undefined {
  for (const each of list) {
    const fault = faultOf(each)
    if (fault !== undefined) return fault
  }
  return undefined
}

function checkClasses(classes: readonly NeededClass[]): Result<undefined, Refusal> {
  for (const { name } of classes) {
    const read = readClassName(name)
    if (!read.ok) return read
    if (read.value !== name) return refuse('class-name-must-match', { name, expected: read.value })
  }
  return ok(undefined)
}

/** The fault of a shape; undefined when it is sound. */
export function shapeFault(shape: Shape, frame: Size): Refusal | undefined {
  if (!isPlaced(shape)) return undefined
  switch (shape.kind) {
    case 'rotated-box':
      return placeFault(shape.box.center, frame, refusal('rotated-centre-outside'))
    case 'point':
      return placeFault(shape.at, frame, refusal('point-outside'))
    case 'polyline':
      return lineFault(shape, frame)
    case 'keypoints':
      return keypointsFault(shape, frame)
    case 'box':
    case 'polygon':
    case 'mask':
      return boundsFault(shape, frame)
  }
}

function lineFault(shape: PolylineShape, frame: Size): Refusal | undefined {
  return lineLength(shape.points) > 0 ? outsideFault(shape, frame) : refusal('line-without-length')
}

function keypointsFault(shape: KeypointsShape, frame: Size): Refusal | undefined {
  return boundsFault(shape, frame) ?? firstFault(shape.points, (point) => placeFault(point, frame, KEYPOINT_OUTSIDE))
}

const KEYPOINT_OUTSIDE = refusal('keypoint-outside')

function placeFault(place: Place, frame: Size, fault: Refusal): Refusal | undefined {
  return isInside(place, frame) ? undefined : fault
}

interface Place {
  readonly x: number
  readonly y: number
}

function isInside({ x, y }: Place, { width, height }: Size): boolean {
  return isWithin(x, width) && isWithin(y, height)
}

function isWithin(value: number, length: number): boolean {
  return value >= -TOLERANCE && value <= length + TOLERANCE
}

function boundsFault(shape: PlacedShape, frame: Size): Refusal | undefined {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  if (![x0, y0, x1, y1].every(Number.isFinite)) return refusal('corner-not-number')
  return x1 <= x0 || y1 <= y0 ? refusal('shape-without-area') : outsideFault(shape, frame)
}

function outsideFault(shape: PlacedShape, { width, height }: Size): Refusal | undefined {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  if (isInside({ x: x0, y: y0 }, { width, height }) && isInside({ x: x1, y: y1 }, { width, height })) return undefined
  return refusal('shape-outside', { columns: span(x0, x1), rows: span(y0, y1), width, height })
}

/** The fault of the pixels that a stroke leaves. */
function strokeFault({ tiles }: MaskStroke, { width, height }: Size): Refusal | undefined {
  const painted = tiles.flatMap(({ column, row, after }) => (after === null ? [] : [{ column, row, runs: after }]))
  const { x1, y1 } = maskTilesBounds(painted)
  return x1 <= width && y1 <= height ? undefined : refusal('mask-outside')
}

function span(from: number, to: number): string {
  return `${Math.round(from)}…${Math.round(to)}`
}
