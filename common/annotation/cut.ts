import { clipBox } from '../geometry/box.ts'
import { clipRings } from '../geometry/clip.ts'
import { clipLine } from '../geometry/line.ts'
import { clipMask, type MaskTiles } from '../geometry/masks/mask-tiles.ts'
import type { Rings } from '../geometry/polygon.ts'
import { rotatedBoxRing } from '../geometry/rotated-box.ts'
import type { Size } from '../geometry/space.ts'
import type { PlacedForm } from './shape.ts'
import type { Keypoint } from './skeleton.ts'

/**
 * Clips a form to the frame `0…width × 0…height`: returns nothing, one form, or the pieces of a line. A keypoint
 * outside becomes unplaced. A rotated box whose center is inside stays whole, since its clipped part is not a
 * rectangle; any other becomes a polygon of its visible part.
 */
export function cutForm(form: PlacedForm, frame: Size): readonly PlacedForm[] {
  switch (form.kind) {
    case 'polygon':
      return cutRings(form.rings, frame)
    case 'rotated-box':
      return isInFrame(form.box.center, frame) ? [form] : cutRings([rotatedBoxRing(form.box)], frame)
    case 'polyline':
      return clipLine(form.points, frame).map((points) => ({ kind: 'polyline', points }))
    case 'point':
      return isInFrame(form.at, frame) ? [form] : []
    case 'mask':
      return cutMask(form.tiles, frame)
    case 'box':
    case 'keypoints':
      return cutBox(form, frame)
  }
}

function cutMask(whole: MaskTiles, frame: Size): readonly PlacedForm[] {
  const tiles = clipMask(whole, frame)
  return tiles.length > 0 ? [{ kind: 'mask', tiles }] : []
}

function cutBox(form: Extract<PlacedForm, { readonly kind: 'box' | 'keypoints' }>, frame: Size): readonly PlacedForm[] {
  const box = clipBox(form.box, frame)
  if (box === undefined) return []
  if (form.kind === 'box') return [{ kind: 'box', box }]
  return [{ kind: 'keypoints', box, points: form.points.map((point) => pointInFrame(point, frame)) }]
}

function cutRings(outline: Rings, frame: Size): readonly PlacedForm[] {
  const rings = clipRings(outline, frame)
  return rings.length > 0 ? [{ kind: 'polygon', rings }] : []
}

/** Marks a point outside the frame as unplaced, and keeps its index. */
export function pointInFrame(point: Keypoint, frame: Size): Keypoint {
  return isInFrame(point, frame) ? point : { x: 0, y: 0, visibility: 0 }
}

/** Returns whether a point is in the frame, borders included. */
export function isInFrame({ x, y }: { readonly x: number; readonly y: number }, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}
