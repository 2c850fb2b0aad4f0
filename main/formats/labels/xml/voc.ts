import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { boxOfCorners, type Labelled, polygonOf } from '../kit/geometry.ts'
import { numberOf, type ReadObjects, readEach, unreadable } from '../kit/reading.ts'
import { childOf, childrenOf, type XmlElement, type XmlFormat } from '../kit/xml.ts'

/**
 * Pascal VOC and RectLabel: one file a picture, corners in whole pixels counted from 1, the last one inside the object. Some
 * programs count from 0 instead: a coordinate below 1 anywhere in the file gives them away. The picture's size in the file is not
 * read; some clients leave it empty, and the stored picture knows its own.
 */
export const voc: XmlFormat = {
  id: 'voc',
  recognises: ({ name }) => name === 'annotation',
  read(root): ReadObjects {
    const outlines = readEach(childrenOf(root, 'object'), readOutline)
    if (!outlines.ok) return outlines
    const first = outlines.value.some(isCountedFromZero) ? 0 : 1
    return readEach(outlines.value, (outline) => place(outline, first))
  },
}

/** An object with the numbers that the file holds. */
interface Outline extends Labelled {
  readonly corners: Corners | undefined
  readonly ring: readonly number[] | undefined
}

const CORNERS = ['xmin', 'ymin', 'xmax', 'ymax'] as const
type Corners = Readonly<Record<(typeof CORNERS)[number], number>>

function readOutline(object: XmlElement, index: number): Result<Outline, Refusal> {
  const label = `object ${index + 1}`
  const [box, polygon] = [childOf(object, 'bndbox'), childOf(object, 'polygon')]
  const ring = polygon && readPolygon(polygon)
  if (box === undefined && ring === undefined) return unreadable(`${label} has no <bndbox>`)
  const corners = box === undefined ? ok(undefined) : readCorners(box, label)
  if (!corners.ok) return corners
  return ok({ className: childOf(object, 'name')?.text ?? '', place: label, corners: corners.value, ring })
}

function readCorners(box: XmlElement, label: string): Result<Corners, Refusal> {
  const corners = { xmin: 0, ymin: 0, xmax: 0, ymax: 0 }
  for (const corner of CORNERS) {
    const value = numberOf(childOf(box, corner)?.text)
    if (value === undefined) return unreadable(`${label} has no number in <${corner}>`)
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
    if (x === undefined || y === undefined) return flat
    flat.push(x, y)
  }
}

function isCountedFromZero({ corners, ring = [] }: Outline): boolean {
  return [Object.values(corners ?? {}), ring].some((values) => values.some((value) => value < 1))
}

function place({ corners, ring, ...labelled }: Outline, first: 0 | 1): Result<ReadAnnotation, Refusal> {
  const { xmin, ymin, xmax, ymax } = corners ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 }
  const box = boxOfCorners(labelled, { x0: xmin - first, y0: ymin - first, x1: xmax, y1: ymax })
  if (!box.ok || ring === undefined) return box
  return polygonOf(labelled, [ring.map((value) => value - first)])
}
