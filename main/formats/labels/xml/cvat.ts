import type { Keypoint } from '#common/annotation/skeleton'
import { type Refusal, refuse } from '#common/errors'
import { maskOfBitmap } from '#common/geometry/mask-forms'
import { ringsBounds } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import {
  boxOfCorners,
  ellipseOf,
  type Labelled,
  pixelsOf,
  pointOf,
  polygonOf,
  polylineOf,
  turnedBox,
} from '../kit/geometry.ts'
import { pixelsOfRows } from '../kit/masks.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { numberOf, type ReadObjects, readEvery, readNumbers, shorten } from '../kit/reading.ts'
import { cvatSaid } from '../kit/said/cvat.ts'
import { groupOf, withBeside } from '../kit/said/said.ts'
import { wholeImage } from '../kit/whole-image.ts'
import { childrenOf, numberIn, type XmlElement, type XmlFormat } from '../kit/xml.ts'

/** Children of an image that are no objects with a place. */
const OTHERS = new Set(['attribute', 'tag'])

/** CVAT for images: boxes by the corners that they have before they are turned, polygons as `x,y;x,y`. */
export const cvat: XmlFormat = {
  id: 'cvat',
  recognises: (root) => root.name === 'annotations',
  read(root, annotated) {
    const image = entryFor(childrenOf(root, 'image'), annotated.name, ({ attributes }) => attributes.get('name') ?? '')
    if (!image.ok) return image
    const objects = readEvery(cvatShapes(image.value), (shape, index) =>
      readCvatShape(shape, filePlace('object', index + 1), annotated),
    )
    return objects.ok ? cvatObjects(image.value, objects.value, annotated) : objects
  },
}

/** The shapes of an `image` that are to be seen. */
export function cvatShapes(image: XmlElement): readonly XmlElement[] {
  return image.children
    .filter(({ name, attributes }) => !OTHERS.has(name) && attributes.get('outside') !== '1')
    .flatMap(eachPoint)
}

/** Points that were set in one go are objects of their own. */
function eachPoint(element: XmlElement): readonly XmlElement[] {
  const places = element.attributes.get('points')?.split(';') ?? []
  if (element.name !== 'points' || places.length < 2) return [element]
  return places.map((place) => ({ ...element, attributes: new Map([...element.attributes, ['points', place]]) }))
}

/** An object with what of its element still counts. */
export interface CvatObject {
  readonly object: ReadAnnotation
  readonly element: XmlElement
}

interface ShapeContext {
  readonly frame: Size
  /** The points of each class, where the file lists them. */
  readonly points?: ReadonlyMap<string, readonly string[]>
}

export function readCvatShape(
  element: XmlElement,
  place: FilePlace,
  { frame, points }: ShapeContext,
): Result<CvatObject, Refusal> {
  const className = element.attributes.get('label') ?? ''
  const labelled = { className, place }
  const object =
    element.name === 'skeleton'
      ? readSkeleton(labelled, element, points?.get(className))
      : readShape(labelled, element, frame)
  const told = withBeside(object, { said: cvatSaid(element), group: groupOf(element.attributes.get('group_id')) })
  return told.ok ? ok({ object: told.value, element }) : told
}

/**
 * The annotations of the image: its classes where only they are wanted, else its objects, bottommost first. Outlines of one group are parts
 * of one object.
 */
export function cvatObjects(
  image: XmlElement,
  objects: readonly CvatObject[],
  { type }: Pick<AnnotatedImage, 'type'>,
): ReadObjects {
  const tags = childrenOf(image, 'tag')
  const isAboutAll = tags.length > 0 && (isClassification(type) || objects.length === 0)
  if (!isAboutAll) return ok(joinGroups(objects.toSorted((a, b) => orderOf(a) - orderOf(b))))
  const said = new Map(tags.map((tag) => [nameOf(tag), cvatSaid(tag)]))
  return wholeImage([...said.keys()], (name) => said.get(name))
}

function nameOf(tag: XmlElement): string {
  return (tag.attributes.get('label') ?? '').trim()
}

function orderOf({ element }: CvatObject): number {
  return numberOf(element.attributes.get('z_order')) ?? 0
}

function joinGroups(objects: readonly CvatObject[]): ReadAnnotation[] {
  const groups = Map.groupBy(objects.keys(), (index) => partsKey(objects[index]) ?? index)
  return [...groups.values()].flatMap((members) => {
    const parts = members.flatMap((index) => objects[index]?.object ?? [])
    const [first] = parts
    if (first?.kind !== 'polygon') return parts
    return [{ ...first, rings: parts.flatMap((part) => (part.kind === 'polygon' ? part.rings : [])) }]
  })
}

/** The key that parts of one object share: a number of the object where the file has such, else a class and a group. */
function partsKey(one: CvatObject | undefined): string | undefined {
  if (one?.object.kind !== 'polygon') return undefined
  const object = groupOf(one.element.attributes.get('object_id'))
  if (object !== undefined) return `object ${object}`
  return one.object.group === undefined ? undefined : `${one.object.group} ${one.object.className}`
}

function readShape(labelled: Labelled, element: XmlElement, frame: Size): Result<ReadAnnotation, Refusal> {
  switch (element.name) {
    case 'box':
      return readBox(labelled, element)
    case 'polygon':
      return fromPoints(element, labelled, (flat) => polygonOf(labelled, [flat]))
    case 'polyline':
      return fromPoints(element, labelled, (flat) => polylineOf(labelled, flat))
    case 'points':
      return fromPoints(element, labelled, (flat) => pointOf(labelled, flat))
    case 'ellipse':
      return readEllipse(labelled, element)
    case 'mask':
      return readMask(labelled, element, frame)
  }
  return refuse('cvat-element-unsupported', { place: labelled.place, name: shorten(element.name) })
}

function readBox(labelled: Labelled, element: XmlElement): Result<ReadAnnotation, Refusal> {
  const corners = numbersIn(element, ['xtl', 'ytl', 'xbr', 'ybr'], labelled.place)
  if (!corners.ok) return corners
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners.value
  const box = boxOfCorners(labelled, { x0, y0, x1, y1 })
  return box.ok ? ok(turnedBox(box.value, rotationOf(element))) : box
}

/** Degrees clockwise on screen. */
function rotationOf({ attributes }: XmlElement): number {
  return numberOf(attributes.get('rotation')) ?? 0
}

function fromPoints(
  element: XmlElement,
  { place }: Labelled,
  make: (flat: readonly number[]) => Result<ReadAnnotation, Refusal>,
): Result<ReadAnnotation, Refusal> {
  const flat = readPoints(element, place)
  return flat.ok ? make(flat.value) : flat
}

function readPoints({ attributes }: XmlElement, place: FilePlace): Result<number[], Refusal> {
  return readNumbers((attributes.get('points') ?? '').split(/[;,]/), place)
}

function readEllipse(labelled: Labelled, element: XmlElement): Result<ReadAnnotation, Refusal> {
  const numbers = numbersIn(element, ['cx', 'cy', 'rx', 'ry'], labelled.place)
  if (!numbers.ok) return numbers
  const [x = 0, y = 0, rx = 0, ry = 0] = numbers.value
  return ellipseOf(labelled, { x, y, rx, ry, angle: (rotationOf(element) * Math.PI) / 180 })
}

/** Run lengths over the rows of a box, background first. */
function readMask(labelled: Labelled, element: XmlElement, frame: Size): Result<ReadAnnotation, Refusal> {
  const { place } = labelled
  const numbers = numbersIn(element, ['left', 'top', 'width', 'height'], place)
  if (!numbers.ok) return numbers
  const [x = 0, y = 0, width = 0, height = 0] = numbers.value
  const runs = readNumbers((element.attributes.get('rle') ?? '').split(','), place)
  if (!runs.ok) return runs
  const mask = pixelsOfRows({ runs: runs.value, x, y, width, height }, frame, place)
  return mask.ok ? pixelsOf(labelled, maskOfBitmap(mask.value, { left: x, top: y }, frame)) : mask
}

/** Points without a box around them. */
function readSkeleton(
  { className, place }: Labelled,
  element: XmlElement,
  listed: readonly string[] | undefined,
): Result<ReadAnnotation, Refusal> {
  const read = readEvery(childrenOf(element, 'points'), (point) => readSkeletonPoint(point, place))
  if (!read.ok) return read
  const given = new Map(read.value)
  const names = listed && [...given.keys()].every((name) => listed.includes(name)) ? listed : [...given.keys()]
  const points = names.map((name) => given.get(name) ?? UNPLACED)
  const seen = points.filter(({ visibility }) => visibility > 0)
  if (seen.length === 0) return refuse('skeleton-without-places', { place })
  const { x0, y0, x1, y1 } = ringsBounds([seen.flatMap(({ x, y }) => [x, y])])
  const [dx, dy] = [Math.max(0, 1 - (x1 - x0)) / 2, Math.max(0, 1 - (y1 - y0)) / 2]
  const box = { x0: x0 - dx, y0: y0 - dy, x1: x1 + dx, y1: y1 + dy }
  return ok({ className, kind: 'keypoints', box, points, skeleton: { points: names, edges: [] } })
}

const UNPLACED: Keypoint = { x: 0, y: 0, visibility: 0 }

function readSkeletonPoint(point: XmlElement, place: FilePlace): Result<readonly [string, Keypoint], Refusal> {
  const name = point.attributes.get('label') ?? ''
  if (point.attributes.get('outside') === '1') return ok([name, UNPLACED])
  const flat = readPoints(point, place)
  if (!flat.ok) return flat
  const [x, y] = flat.value
  if (x === undefined || y === undefined) return refuse('point-without-numbers', { place })
  return ok([name, { x, y, visibility: point.attributes.get('occluded') === '1' ? 1 : 2 }])
}

function numbersIn(element: XmlElement, names: readonly string[], place: FilePlace): Result<number[], Refusal> {
  return readEvery(names, (name) => numberIn(element, name, place))
}
