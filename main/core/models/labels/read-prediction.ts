import { numberedSkeleton } from '#common/annotation/skeleton'
import { extentOf } from '#common/geometry/extent'
import type { Ring } from '#common/geometry/polygon'
import { rotatedBoxOfRing } from '#common/geometry/rotated-box'
import { simplifyRing } from '#common/geometry/simplify'
import type { DetectedKeypoint, DetectedObject } from '#common/inference/prediction'
import type { ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'

/** Outlines of models follow the edges of pixels; a person wants vertices that can be moved. In pixels. */
const TOLERANCE = 1
/** A point is taken for seen from this confidence on, for hidden below it. */
const SEEN = 0.5

/** Finding of a model as an annotation in the most exact form that it has: keypoints, an outline, turned corners, a box. */
export function labelOf(object: DetectedObject): ReadAnnotation {
  const { className, confidence: score, box, mask, corners, keypoints = [] } = object
  const common = { className, score }
  if (keypoints.length > 0) return { ...common, kind: 'keypoints', box, ...pointsOf(keypoints) }
  if (mask?.format === 'polygon' && mask.ring.length >= 6) {
    return { ...common, kind: 'polygon', rings: [simplifyRing(mask.ring, TOLERANCE)] }
  }
  if (corners) return { ...common, ...turned(corners) }
  return { ...common, kind: 'box', box }
}

/** Networks answer rectangles, in numbers of single precision. */
const CORNER_SLACK = 0.5

function turned(corners: Ring) {
  const box = rotatedBoxOfRing(corners, CORNER_SLACK)
  return box ? { kind: 'rotated-box' as const, box } : { kind: 'polygon' as const, rings: [corners] }
}

/** Every point up to the last that was found; those between that were not have no place. */
function pointsOf(keypoints: readonly DetectedKeypoint[]) {
  const count = extentOf(keypoints.map(({ index }) => index)).most + 1
  const named = numberedSkeleton(count).points.map((name, place) => nameAt(keypoints, place) ?? name)
  const points = named.map((_, place) => {
    const found = keypoints.find(({ index }) => index === place)
    if (found === undefined) return { x: 0, y: 0, visibility: 0 as const }
    return { x: found.x, y: found.y, visibility: found.confidence < SEEN ? (1 as const) : (2 as const) }
  })
  return { points, skeleton: { points: named, edges: [] } }
}

function nameAt(keypoints: readonly DetectedKeypoint[], place: number): string | undefined {
  return keypoints.find(({ index }) => index === place)?.name
}
