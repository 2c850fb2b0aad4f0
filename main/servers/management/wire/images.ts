import type { z } from 'zod'
import { numberedSkeleton } from '#common/annotation/skeleton'
import { boxSize } from '#common/geometry/box'
import { runLengthsOfMask } from '#common/geometry/mask-forms'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import type { Ring, Rings } from '#common/geometry/polygon'
import { runLengthsToText } from '#common/geometry/rle'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import type { Size } from '#common/geometry/space'
import {
  annotationBounds,
  type KeypointsAnnotation,
  type PlacedAnnotation,
  type ReadAnnotation,
} from '#core/annotation/annotations/read-annotation'
import { DUPLICATE_PREFIX } from '#core/management/images'
import type { ManagedImage, ManagedPrediction, UploadedImage } from '#core/management/model'
import type { ImageBody, UploadedBody } from '../schemas/images.ts'
import { toSeconds } from './kit.ts'

type ImageBodyInput = z.output<typeof ImageBody>['image']
type ObjectBody = NonNullable<ImageBodyInput['annotation']>['boxes'][number]

export function toUploadedBody({ id, duplicateOf }: UploadedImage): z.input<typeof UploadedBody> {
  if (duplicateOf === undefined) return { success: true, id }
  return { duplicate: true, id, message: DUPLICATE_PREFIX + duplicateOf }
}

export function toImageBody(
  image: ManagedImage,
  { annotation: drawing, ...pixels }: ImageBodyInput['urls'],
): z.output<typeof ImageBody> {
  const { id, name, split, labels, tags, metadata, createdAt, sourceUrl, width, height, annotation, predictions } =
    image
  const urls = annotation ? { ...pixels, annotation: drawing } : pixels
  return {
    image: {
      id,
      name,
      split,
      labels: [...labels],
      tags: [...tags],
      user_metadata: metadata,
      created: toSeconds(createdAt),
      width,
      height,
      ...(image.keepsMarks && { keepsMarks: true }),
      urls,
      ...(sourceUrl !== undefined && { source_url: sourceUrl }),
      ...(annotation && { annotation: { key: id, width, height, ...toAnnotationBody(annotation, { width, height }) } }),
      predictions: predictions.map((prediction) => toPredictedBody(prediction, { width, height })),
    },
  }
}

/** As it is told to those who do not ask for more. */
export function withoutMarks(image: ManagedImage): ManagedImage {
  const annotation = image.annotation?.map((object) => ({ ...object, own: undefined }))
  return { ...image, annotation, keepsMarks: false }
}

function toAnnotationBody(annotation: readonly ReadAnnotation[], frame: Size) {
  const boxes: ObjectBody[] = []
  const wholes: ({ label: string } & SaidBody)[] = []
  const texts: ({ prefix: string; suffix: string } & SaidBody)[] = []
  for (const object of annotation) {
    const said = toSaid(object)
    if (object.kind === 'whole') wholes.push({ label: object.className, ...said })
    else if (object.kind === 'text') texts.push({ prefix: object.prompt, suffix: object.answer, ...said })
    else boxes.push({ ...toObjectBody(object, frame), ...said })
  }
  const classes = wholes.map(({ label }) => label)
  const isMore = wholes.some(({ attributes, marks }) => attributes !== undefined || marks !== undefined)
  return {
    boxes,
    ...(classes.length > 0 && { classes }),
    ...(isMore && { wholes }),
    ...(texts.length > 0 && { texts }),
  }
}

type SaidBody = Pick<ObjectBody, 'attributes' | 'marks'>

function toSaid({ said, own }: ReadAnnotation): SaidBody {
  return { ...(said && { attributes: { ...said } }), ...(own && { marks: own }) }
}

function toPredictedBody({ object, score, source }: ManagedPrediction, frame: Size) {
  return { ...toObjectBody(object, frame), confidence: score, source }
}

/** Boxes go by their center on the wire. */
function toObjectBody(object: PlacedAnnotation, frame: Size): ObjectBody {
  const box = annotationBounds(object)
  const { width, height } = boxSize(box)
  const common = {
    label: object.className,
    x: toPixels((box.x0 + box.x1) / 2),
    y: toPixels((box.y0 + box.y1) / 2),
    width: toPixels(width),
    height: toPixels(height),
  }
  switch (object.kind) {
    case 'box':
      return common
    case 'polygon':
      return { ...common, type: 'polygon', ...toOutline(object.rings) }
    case 'rotated-box':
      return { ...common, type: 'rotated-box', points: toPoints(rotatedBoxRing(object.box)) }
    case 'polyline':
      return { ...common, type: 'polyline', points: toPoints(object.points) }
    case 'point':
      return { ...common, type: 'point', points: toPoints([object.at.x, object.at.y]) }
    case 'mask':
      return { ...common, type: 'mask', mask: toMask(object.tiles, frame) }
    case 'keypoints':
      return { ...common, type: 'keypoints', ...toKeypoints(object) }
  }
}

function toKeypoints({ points, skeleton }: KeypointsAnnotation): Pick<ObjectBody, 'keypoints' | 'edges'> {
  const { points: names, edges } = skeleton ?? numberedSkeleton(points.length)
  const keypoints = points.map(({ x, y, visibility }, index) => {
    return { name: names[index] ?? `point ${index + 1}`, x: toPixels(x), y: toPixels(y), visibility }
  })
  return { keypoints, edges: edges.map(([from, to]) => [from, to]) }
}

function toMask(tiles: MaskTiles, frame: Size): ObjectBody['mask'] {
  return { size: [frame.height, frame.width], counts: runLengthsToText(runLengthsOfMask(tiles, frame)) }
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
