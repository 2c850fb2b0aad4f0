import type { Edit } from '#common/annotation/edit'
import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import { kindsFault } from './project-types.ts'

/** Room for rounding on the way from a screen; a hundredth of a pixel is far below what anybody draws. */
const TOLERANCE = 0.01

/** Whether every shape that an edit leaves behind is a sound label of a picture of this size in a project of this type. */
export function checkEdit(edit: Edit, frame: Size, type: ProjectType): Result<undefined, Refusal> {
  const left = edit.changes.map(({ after }) => after).filter((shape) => shape !== null)
  for (const shape of left) {
    const fault = shapeFault(shape, frame)
    if (fault) return refuse('shape-invalid', fault)
  }
  const fault = kindsFault(
    type,
    left.map(({ kind }) => kind),
  )
  return fault ? refuse('shape-invalid', fault) : ok(undefined)
}

/** What is wrong with a shape, as a sentence; undefined when it is sound. */
export function shapeFault(shape: Shape, frame: Size): string | undefined {
  if (!isPlaced(shape)) return undefined
  const fault = boundsFault(shape, frame)
  if (fault !== undefined || shape.kind !== 'keypoints') return fault
  const isOutside = shape.points.some(({ x, y }) => !isWithin(x, frame.width) || !isWithin(y, frame.height))
  return isOutside ? 'A keypoint lies outside the picture' : undefined
}

function isWithin(value: number, length: number): boolean {
  return value >= -TOLERANCE && value <= length + TOLERANCE
}

function boundsFault(shape: PlacedShape, { width, height }: Size): string | undefined {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  if (![x0, y0, x1, y1].every(Number.isFinite)) return 'A shape has a corner that is not a number'
  if (x1 <= x0 || y1 <= y0) return 'A shape has no area'
  if (x0 < -TOLERANCE || y0 < -TOLERANCE || x1 > width + TOLERANCE || y1 > height + TOLERANCE) {
    return `A shape leaves the picture: it reaches ${span(x0, x1)} × ${span(y0, y1)}, the picture is ${width} × ${height}`
  }
  return undefined
}

function span(from: number, to: number): string {
  return `${Math.round(from)}…${Math.round(to)}`
}
