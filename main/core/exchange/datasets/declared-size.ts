import { type Affine, mapBox, mapPoint, mapRing, orientationMap, scaling } from '#common/geometry/affine'
import { warpMask } from '#common/geometry/mask-forms'
import { mapRotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { boxFittingCorners } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import type { ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import { jpegOrientation } from './jpeg-orientation.ts'

/** How labels for an image of a declared size come to lie on the one that is there. */
export type SizeFit = { readonly kind: 'same' | 'other' } | { readonly kind: 'scaled' | 'turned'; readonly map: Affine }

/** Bytes of an image, for what its head says. */
export type ImageBytes = () => AsyncIterable<Uint8Array>

/** One pixel is what rounding makes of a side. */
const SLACK = 1

/** An image of another size may be a smaller or larger copy, or one whose turn in EXIF the labels do not know. */
export async function fitOf(declared: Size | undefined, frame: Size, bytes?: ImageBytes): Promise<SizeFit> {
  if (declared === undefined || isNear(declared, frame)) return { kind: 'same' }
  if (isScaled(declared, frame)) {
    return { kind: 'scaled', map: scaling(frame.width / declared.width, frame.height / declared.height) }
  }
  const isSwapped = isNear({ width: declared.height, height: declared.width }, frame)
  const orientation = isSwapped && bytes ? await jpegOrientation(bytes()) : 1
  return orientation < 5 ? { kind: 'other' } : { kind: 'turned', map: orientationMap(orientation, declared) }
}

function isNear(one: Size, other: Size): boolean {
  return Math.abs(one.width - other.width) <= SLACK && Math.abs(one.height - other.height) <= SLACK
}

function isScaled(declared: Size, frame: Size): boolean {
  const [x, y] = [frame.width / declared.width, frame.height / declared.height]
  const least = Math.max(SLACK, x, y)
  return Math.abs(declared.height * x - frame.height) <= least || Math.abs(declared.width * y - frame.width) <= least
}

/** The labels on the image that is there. */
export function mappedObjects(objects: readonly ReadAnnotation[], map: Affine, frame: Size): readonly ReadAnnotation[] {
  return objects.flatMap((object) => mapped(object, map, frame))
}

/** None where nothing of a mask is left. */
function mapped(object: ReadAnnotation, map: Affine, frame: Size): readonly ReadAnnotation[] {
  switch (object.kind) {
    case 'whole':
    case 'text':
      return [object]
    case 'box':
      return [{ ...object, box: mapBox(map, object.box) }]
    case 'rotated-box':
      return [rotated(object, map)]
    case 'polygon':
      return [{ ...object, rings: object.rings.map((ring) => mapRing(map, ring)) }]
    case 'polyline':
      return [{ ...object, points: mapRing(map, object.points) }]
    case 'point':
      return [{ ...object, at: mapPoint(map, object.at) }]
    case 'mask':
      return warped(object, map, frame)
    case 'keypoints':
      return [{ ...object, box: mapBox(map, object.box), points: mappedPoints(object, map) }]
  }
}

function warped(mask: AnnotationOf<'mask'>, map: Affine, frame: Size): readonly ReadAnnotation[] {
  const tiles = warpMask(mask.tiles, map, frame)
  return tiles.length > 0 ? [{ ...mask, tiles }] : []
}

/** A point that is not there has no place to map. */
function mappedPoints({ points }: AnnotationOf<'keypoints'>, map: Affine): AnnotationOf<'keypoints'>['points'] {
  return points.map((point) =>
    point.visibility === 0 ? point : { ...mapPoint(map, point), visibility: point.visibility },
  )
}

/** A map that rounds the sides in two ways slants a box by next to nothing. */
function rotated(object: AnnotationOf<'rotated-box'>, map: Affine): ReadAnnotation {
  const corners = mapRing(map, rotatedBoxRing(object.box))
  const box = mapRotatedBox(map, object.box) ?? boxFittingCorners(corners)
  if (box) return { ...object, box }
  const { box: _box, ...rest } = object
  return { ...rest, kind: 'polygon', rings: [corners] }
}

type AnnotationOf<Kind extends ReadAnnotation['kind']> = Extract<ReadAnnotation, { readonly kind: Kind }>
