import type { z } from 'zod'
import { boxSize } from '#common/geometry/box'
import { type Ring, type Rings, ringsBounds } from '#common/geometry/polygon'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { ManagedImage, ManagedPrediction, UploadedPicture } from '#core/management/model'
import type { ImageBody, UploadedBody } from '../schemas/images.ts'
import { toSeconds } from './kit.ts'

type ImageBodyInput = z.input<typeof ImageBody>['image']
type ObjectBody = NonNullable<ImageBodyInput['annotation']>['boxes'][number]

export function toUploadedBody({ id, duplicateOf }: UploadedPicture): z.input<typeof UploadedBody> {
  if (duplicateOf === undefined) return { success: true, id }
  return { duplicate: true, id, message: `The project holds this picture already, as ${duplicateOf}` }
}

export function toImageBody(
  image: ManagedImage,
  { annotation: drawing, ...pixels }: ImageBodyInput['urls'],
): z.input<typeof ImageBody> {
  const { id, name, split, labels, tags, metadata, createdAt, sourceUrl, width, height, annotation, predictions } =
    image
  const boxes = annotation?.map(toObjectBody)
  const urls = boxes ? { ...pixels, annotation: drawing } : pixels
  return {
    image: {
      ...{ id, name, split, labels: [...labels], tags: [...tags], user_metadata: metadata },
      ...{ created: toSeconds(createdAt), width, height, urls },
      ...(sourceUrl !== undefined && { source_url: sourceUrl }),
      ...(boxes && { annotation: { key: id, width, height, boxes } }),
      predictions: predictions.map(toPredictedBody),
    },
  }
}

function toPredictedBody({ object, score, source }: ManagedPrediction) {
  return { ...toObjectBody(object), confidence: score, source }
}

/** Boxes go by their centre on the wire. */
function toObjectBody(object: ReadAnnotation): ObjectBody {
  const box = object.kind === 'box' ? object.box : ringsBounds(object.rings)
  const { width, height } = boxSize(box)
  const common = {
    label: object.className,
    x: toPixels((box.x0 + box.x1) / 2),
    y: toPixels((box.y0 + box.y1) / 2),
    width: toPixels(width),
    height: toPixels(height),
  }
  return object.kind === 'box' ? common : { ...common, type: 'polygon', ...toOutline(object.rings) }
}

function toOutline(rings: Rings): Pick<ObjectBody, 'points' | 'rings'> {
  const lists = rings.map(toPoints)
  return lists.length > 1 ? { points: lists[0], rings: lists } : { points: lists[0] }
}

function toPoints(ring: Ring): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [toPixels(ring[i * 2] ?? 0), toPixels(ring[i * 2 + 1] ?? 0)])
}

/** Without the noise of binary fractions; a millionth of a pixel is far below what anybody draws. */
function toPixels(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
