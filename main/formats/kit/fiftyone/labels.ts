import { createHash } from 'node:crypto'
import type { ProjectType } from '#common/contract/projects'
import { type Box, boxSize } from '#common/geometry/box'
import type { Line } from '#common/geometry/line'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import type { Size } from '#common/geometry/space'
import type { ClassList } from '../class-names.ts'
import type { NamedImage } from '../files.ts'
import { type DrawnObject, drawnObjects, type PointedObject, wholeShapes } from '../objects.ts'
import { saidBy } from '../said/attributes.ts'
import { groupNumbers } from '../said/groups.ts'

/** Fields of a sample: FiftyOne has labels of one kind in each. */
export const FIELDS = {
  objects: 'ground_truth',
  outlines: 'ground_truth_polylines',
  points: 'ground_truth_keypoints',
} as const

interface Labelling {
  readonly type: ProjectType
  readonly classes: ClassList
}

/** Where the places of an image's labels are kept in FiftyOne. */
type Kind = keyof typeof FIELDS

interface Label {
  readonly field: Kind
  readonly label: object
}

/** An identifier of MongoDB that is always the same for the same text. */
export function objectId(text: string): { readonly $oid: string } {
  return { $oid: createHash('sha256').update(text).digest('hex').slice(0, 24) }
}

/** The fields of a sample that hold the labels of an image. */
export function labelFields(image: NamedImage, labelling: Labelling): Readonly<Record<string, unknown>> {
  if (labelling.type === 'single-label-classification') {
    return { [FIELDS.objects]: wholeLabels(image, labelling)[0] ?? null }
  }
  if (labelling.type === 'multi-label-classification') {
    return { [FIELDS.objects]: { _cls: 'Classifications', classifications: wholeLabels(image, labelling) } }
  }
  const labels = placedLabels(image, labelling)
  const of = (kind: Kind) => labels.filter(({ field }) => field === kind).map(({ label }) => label)
  const [outlines, points] = [of('outlines'), of('points')]
  return {
    [FIELDS.objects]: { _cls: 'Detections', detections: of('objects') },
    [FIELDS.outlines]: outlines.length > 0 ? { _cls: 'Polylines', polylines: outlines } : null,
    [FIELDS.points]: points.length > 0 ? { _cls: 'Keypoints', keypoints: points } : null,
  }
}

/** The labels of an image one by one, in their order. */
export function labelsOf(image: NamedImage, labelling: Labelling): readonly object[] {
  if (labelling.type.endsWith('-classification')) return wholeLabels(image, labelling)
  return placedLabels(image, labelling).map(({ label }) => label)
}

function wholeLabels(image: NamedImage, { classes }: Labelling): readonly object[] {
  return wholeShapes(image).map((shape, place) => {
    const properties = saidBy(shape, classes)
    const label = classes.names[classes.indexOf(shape.classId)] ?? ''
    return {
      _id: objectId(`${image.fileName}\n${place}`),
      _cls: 'Classification',
      tags: [],
      label,
      ...(properties && { properties }),
    }
  })
}

function placedLabels(image: NamedImage, { classes }: Labelling): readonly Label[] {
  const objects = drawnObjects(image, classes)
  const groupOf = groupNumbers(objects)
  return objects.map((object, place) => {
    const { field, kind, ...at } = placed(object, { frame: image, classes })
    const properties = saidBy(object.shape, classes)
    const group = groupOf(place)?.group
    const label = {
      _id: objectId(`${image.fileName}\n${place}`),
      _cls: kind,
      tags: [],
      label: classes.names[object.classIndex] ?? '',
      ...at,
      z_order: place,
      ...(group !== undefined && { group }),
      ...(object.shape.crowd && { iscrowd: 1 }),
      ...(properties && { properties }),
    }
    return { field, label }
  })
}

interface Place {
  readonly field: Kind
  readonly kind: 'Detection' | 'Polyline' | 'Keypoint'
  readonly [more: string]: unknown
}

interface Drawing {
  readonly frame: Size
  readonly classes: ClassList
}

/** Where an object lies, in shares of the sides. FiftyOne has no rotated boxes: theirs are outlines of four corners. */
function placed(object: DrawnObject, { frame, classes }: Drawing): Place {
  switch (object.kind) {
    case 'box':
      return { field: 'objects', kind: 'Detection', bounding_box: boxShares(object.box, frame) }
    case 'rotated-box':
      return { ...closed([turnedCorners(object.turned)], frame), shape: 'rotated-box' }
    case 'polygon':
    case 'mask':
      return closed(object.rings, frame)
    case 'polyline':
      return { ...outline(object.pieces, frame), closed: false, filled: false }
    case 'point':
      return { field: 'points', kind: 'Keypoint', points: points([object.at.x, object.at.y], frame) }
    case 'keypoints':
      return skeletonPoints(object, { frame, classes })
  }
}

function turnedCorners(box: RotatedBox): Line {
  return rotatedBoxRing(box)
}

function closed(rings: readonly Line[], frame: Size): Place {
  return { ...outline(rings, frame), closed: true, filled: true }
}

function outline(lines: readonly Line[], frame: Size): Place {
  return { field: 'outlines', kind: 'Polyline', points: lines.map((line) => points(line, frame)) }
}

/** A point without a place is no number. Whether it is hidden, and the box about the object, FiftyOne has as fields of the label alone. */
function skeletonPoints({ points: all, box }: Pick<PointedObject, 'points' | 'box'>, { frame }: Drawing): Place {
  return {
    field: 'points',
    kind: 'Keypoint',
    points: all.map(({ x, y, visibility }) =>
      visibility === 0 ? [NAN, NAN] : [part(x, frame.width), part(y, frame.height)],
    ),
    visibility: all.map(({ visibility }) => visibility),
    bounding_box: boxShares(box, frame),
  }
}

const NAN = { $numberDouble: 'NaN' }

function points(line: Line, { width, height }: Size): readonly (readonly number[])[] {
  return Array.from({ length: line.length / 2 }, (_, place) => [
    part(line[2 * place] ?? 0, width),
    part(line[2 * place + 1] ?? 0, height),
  ])
}

function boxShares(box: Box, frame: Size): readonly number[] {
  const { width, height } = boxSize(box)
  return [part(box.x0, frame.width), part(box.y0, frame.height), part(width, frame.width), part(height, frame.height)]
}

/** A share of a side, which corners of a rotated box may lie beyond, free of the noise that division leaves in the last digits. */
function part(length: number, side: number): number {
  return Number((length / side).toFixed(10)) + 0
}
