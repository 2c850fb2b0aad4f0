import type { NamedValues } from '#common/annotation/named/values'
import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCentre, boxOfCorners, type Labelled, type Point, polygonOf, turnedBox } from '../kit/geometry.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { numberOf, type ReadObjects, readEvery } from '../kit/reading.ts'
import { withBeside } from '../kit/said/said.ts'
import { vocSaid } from '../kit/said/voc.ts'
import { childOf, childrenOf, type XmlElement, type XmlFormat } from '../kit/xml.ts'

/**
 * Pascal VOC and RectLabel: one file an image, corners in whole pixels counted from 1, the last one inside the object. Some
 * programs count from 0 instead: a coordinate below 1 anywhere in the file gives them away. The image's size in the file is not
 * read; some clients leave it empty, and the stored image knows its own.
 */
export const voc: XmlFormat = {
  id: 'voc',
  recognises: ({ name }) => name === 'annotation',
  read(root): ReadObjects {
    const outlines = readEvery(childrenOf(root, 'object'), (object, index) =>
      readVocObject(object, filePlace('object', index + 1)),
    )
    if (!outlines.ok) return outlines
    const first = outlines.value.some(isCountedFromZero) ? 0 : 1
    return readEvery(outlines.value, (outline) => placeVocObject(outline, first))
  },
}

/** An object with the numbers that the file holds. */
export interface VocObject extends Labelled {
  readonly said: NamedValues | undefined
  readonly corners: Corners | undefined
  readonly ring: readonly number[] | undefined
  /** A turned box by its center; programs that write those count from 0. */
  readonly turned: TurnedBox | undefined
}

interface TurnedBox extends Point, Size {
  /** Clockwise on screen. */
  readonly degrees: number
}

const CORNERS = ['xmin', 'ymin', 'xmax', 'ymax'] as const
type Corners = Readonly<Record<(typeof CORNERS)[number], number>>

export function readVocObject(object: XmlElement, label: FilePlace): Result<VocObject, Refusal> {
  const [box, polygon] = [childOf(object, 'bndbox'), childOf(object, 'polygon')]
  const ring = polygon && readPolygon(polygon)
  const turned = childOf(object, 'robndbox')
  const className = childOf(object, 'name')?.text ?? ''
  const said = vocSaid(object)
  if (turned) return readTurned(turned, { className, place: label, said })
  if (box === undefined && ring === undefined) return refuse('bndbox-missing', { place: label })
  const corners = box === undefined ? ok(undefined) : readCorners(box, label)
  if (!corners.ok) return corners
  return ok({ className, place: label, said, corners: corners.value, ring, turned: undefined })
}

const TURNED = ['cx', 'cy', 'w', 'h', 'angle'] as const

/** The angle turns clockwise on screen, in radians. */
function readTurned(box: XmlElement, labelled: Labelled & Pick<VocObject, 'said'>): Result<VocObject, Refusal> {
  const numbers = readEvery(TURNED, (name) => {
    const value = numberOf(childOf(box, name)?.text)
    return value === undefined ? refuse('element-not-number', { place: labelled.place, name }) : ok(value)
  })
  if (!numbers.ok) return numbers
  const [x = 0, y = 0, width = 0, height = 0, angle = 0] = numbers.value
  const turned = { x, y, width, height, degrees: (angle * 180) / Math.PI }
  return ok({ ...labelled, corners: undefined, ring: undefined, turned })
}

function readCorners(box: XmlElement, label: FilePlace): Result<Corners, Refusal> {
  const corners = { xmin: 0, ymin: 0, xmax: 0, ymax: 0 }
  for (const corner of CORNERS) {
    const value = numberOf(childOf(box, corner)?.text)
    if (value === undefined) return refuse('element-not-number', { place: label, name: corner })
    corners[corner] = value
  }
  return ok(corners)
}

/** `x1`, `y1`, `x2`, `y2` … for as long as they go on. */
function readPolygon(polygon: XmlElement): number[] | undefined {
  if (polygon.children.length === 0) return undefined
  const texts = new Map(polygon.children.map(({ name, text }) => [name, text]))
  const flat: number[] = []
  for (let i = 1; ; i += 1) {
    const [x, y] = [numberOf(texts.get(`x${i}`)), numberOf(texts.get(`y${i}`))]
    if (x === undefined || y === undefined) return flat.length > 0 ? flat : undefined
    flat.push(x, y)
  }
}

function isCountedFromZero({ corners, ring = [] }: VocObject): boolean {
  return [Object.values(corners ?? {}), ring].some((values) => values.some((value) => value < 1))
}

/** In pixels from 0; `first` is the number that the file has for the first pixel. */
export function placeVocObject(object: VocObject, first: 0 | 1): Result<ReadAnnotation, Refusal> {
  return withBeside(placed(object, first), object)
}

function placed({ corners, ring, turned, ...labelled }: VocObject, first: 0 | 1): Result<ReadAnnotation, Refusal> {
  if (turned) {
    const box = boxOfCentre(labelled, turned)
    return box.ok ? ok(turnedBox(box.value, turned.degrees)) : box
  }
  const { xmin, ymin, xmax, ymax } = corners ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 }
  const box = boxOfCorners(labelled, { x0: xmin - first, y0: ymin - first, x1: xmax, y1: ymax })
  if (!box.ok || ring === undefined) return box
  return polygonOf(labelled, [ring.map((value) => value - first)])
}
