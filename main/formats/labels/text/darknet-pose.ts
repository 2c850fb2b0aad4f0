import { type Keypoint, type Skeleton, Visibility } from '#common/annotation/skeleton'
import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCentre, type Labelled, toPixels } from '../kit/geometry.ts'

/** The points that every object has. */
export interface Pose {
  /** Numbers of a point: its place, and with three of them how much of it can be seen. */
  readonly numbers: 2 | 3
  readonly skeleton: Skeleton
}

/**
 * A box in shares of the image and its points. An object none of whose points has a place is a box: all lines of a file have the
 * same number of points, also those of classes that have none.
 */
export function readPose(
  labelled: Labelled,
  values: readonly number[],
  { frame, pose }: { readonly frame: Size; readonly pose: Pose },
): Result<ReadAnnotation, Refusal> {
  const { numbers, skeleton } = pose
  const wanted = 4 + skeleton.points.length * numbers
  if (values.length !== wanted) {
    return refuse('pose-count-differs', { place: labelled.place, count: values.length + 1, wanted: wanted + 1 })
  }
  const seen = skeleton.points.map((_, index) => (numbers === 2 ? 2 : (values[4 + index * 3 + 2] ?? 0)))
  const places = skeleton.points.flatMap((_, index) => values.slice(4 + index * numbers, 6 + index * numbers))
  const pixels = toPixels([...values.slice(0, 4), ...places], frame, labelled.place)
  if (!pixels.ok) return pixels
  const [x = 0, y = 0, width = 0, height = 0, ...flat] = pixels.value
  const box = boxOfCentre(labelled, { x, y, width, height })
  if (!box.ok || box.value.kind !== 'box') return box
  const points = seen.map((visibility, index) => toKeypoint(flat[index * 2] ?? 0, flat[index * 2 + 1] ?? 0, visibility))
  if (points.every(({ visibility }) => visibility === 0)) return box
  return ok({ className: labelled.className, kind: 'keypoints', box: box.value.box, points, skeleton })
}

/** Files without a third number put points that have no place into the corner. */
function toKeypoint(x: number, y: number, seen: number): Keypoint {
  const { data = 0 } = Visibility.safeParse(x === 0 && y === 0 ? 0 : seen)
  return data === 0 ? { x: 0, y: 0, visibility: 0 } : { x, y, visibility: data }
}
