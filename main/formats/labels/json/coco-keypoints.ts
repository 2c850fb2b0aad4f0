import { type Keypoint, Skeleton, Visibility } from '#common/annotation/skeleton'
import { type Refusal, refuse } from '#common/errors'
import type { Box } from '#common/geometry/box'
import { ringsBounds } from '#common/geometry/polygon'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { Labelled } from '../kit/geometry.ts'
import { shorten } from '../kit/reading.ts'

/** Numbers as COCO writes them: three a point, and left, top, width, height of the box. */
interface KeypointNumbers {
  readonly keypoints?: readonly number[] | null | undefined
  readonly bbox?: readonly number[] | null | undefined
}

interface KeypointCategory {
  readonly keypoints?: readonly string[] | null | undefined
  readonly skeleton?: readonly (readonly number[])[] | null | undefined
}

/** An object of COCO with the points that its category names. */
export function readKeypoints(
  { className, place }: Labelled,
  { keypoints, bbox }: KeypointNumbers,
  category: KeypointCategory,
): Result<ReadAnnotation, Refusal> {
  const skeleton = skeletonOf(category)
  if (!skeleton) {
    return refuse('skeleton-malformed', { name: shorten(className) })
  }
  const [numbers, wanted] = [keypoints ?? [], skeleton.points.length]
  if (numbers.length !== wanted * 3) {
    return refuse('keypoints-count-differs', { place, count: numbers.length, points: wanted, wanted: wanted * 3 })
  }
  const points = skeleton.points.map((_, index) => keypointOf(numbers.slice(index * 3, index * 3 + 3)))
  const box = givenBox(bbox) ?? boxAbout(points)
  if (!box) return refuse('box-not-drawable', { place })
  return ok({ className, kind: 'keypoints', box, points, skeleton })
}

function keypointOf([x = 0, y = 0, seen = 0]: readonly number[]): Keypoint {
  const { data = 0 } = Visibility.safeParse(seen)
  return data === 0 ? { x: 0, y: 0, visibility: 0 } : { x, y, visibility: data }
}

/** Lines count the points from 1. */
function skeletonOf({ keypoints, skeleton }: KeypointCategory): Skeleton | undefined {
  const edges = (skeleton ?? []).map(([from = 0, to = 0]) => [from - 1, to - 1])
  return Skeleton.safeParse({ points: keypoints, edges }).data
}

function givenBox(bbox: KeypointNumbers['bbox']): Box | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = bbox ?? []
  return width > 0 && height > 0 ? { x0: x, y0: y, x1: x + width, y1: y + height } : undefined
}

/** Around the points that have a place. */
function boxAbout(points: readonly Keypoint[]): Box | undefined {
  const seen = points.filter(({ visibility }) => visibility > 0)
  const box = seen.length > 1 ? ringsBounds([seen.flatMap(({ x, y }) => [x, y])]) : undefined
  return box && box.x1 > box.x0 && box.y1 > box.y0 ? box : undefined
}
