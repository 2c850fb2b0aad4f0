import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { className, readEach, readRing, shorten, unreadable } from './reading.ts'
import { childOf, readXml, type XmlElement } from './xml.ts'

/**
 * Pascal VOC: one XML file a picture, corners in whole pixels counted from 1, the last one inside the object. Some programs count
 * from 0 instead: a coordinate below 1 anywhere in the file gives them away. The picture's size in the file is not read; some
 * clients leave it empty, and the stored picture knows its own.
 */
export function readVoc(text: string): Result<ReadAnnotation[], Refusal> {
  const document = readXml(text)
  if (!document.ok) return document
  if (document.value.name !== 'annotation') {
    return unreadable(`the XML is a <${shorten(document.value.name)}>, not a Pascal VOC <annotation>`)
  }
  const objects = document.value.children.filter(({ name }) => name === 'object')
  const outlines = readEach(objects, readOutline)
  if (!outlines.ok) return outlines
  const first = outlines.value.some(isCountedFromZero) ? 0 : 1
  return readEach(outlines.value, (outline, index) => place(outline, { first, label: `object ${index + 1}` }))
}

/** An object with the numbers that the file holds. */
interface Outline {
  readonly className: string
  readonly corners: Corners
  readonly ring: readonly number[] | undefined
}

const CORNERS = ['xmin', 'ymin', 'xmax', 'ymax'] as const
type Corners = Readonly<Record<(typeof CORNERS)[number], number>>

function readOutline(object: XmlElement, index: number): Result<Outline, Refusal> {
  const label = `object ${index + 1}`
  const box = childOf(object, 'bndbox')
  if (box === undefined) return unreadable(`${label} has no <bndbox>`)
  const corners = { xmin: 0, ymin: 0, xmax: 0, ymax: 0 }
  for (const corner of CORNERS) {
    const value = numberIn(box, corner)
    if (value === undefined) return unreadable(`${label} has no number in <${corner}>`)
    corners[corner] = value
  }
  if (corners.xmax < corners.xmin || corners.ymax < corners.ymin) {
    return unreadable(`${label} ends before it begins: its largest corner lies before its smallest`)
  }
  const ring = readPolygon(childOf(object, 'polygon'))
  return ok({ className: className(childOf(object, 'name')?.text ?? ''), corners, ring })
}

/** `x1`, `y1`, `x2`, `y2` … for as long as they go on. */
function readPolygon(polygon: XmlElement | undefined): number[] | undefined {
  if (polygon === undefined || polygon.children.length === 0) return undefined
  const flat: number[] = []
  for (let i = 1; i <= polygon.children.length; i += 1) {
    const [x, y] = [numberIn(polygon, `x${i}`), numberIn(polygon, `y${i}`)]
    if (x === undefined || y === undefined) break
    flat.push(x, y)
  }
  return flat
}

function numberIn(parent: XmlElement, name: string): number | undefined {
  const text = childOf(parent, name)?.text.trim() ?? ''
  const value = Number(text)
  return text !== '' && Number.isFinite(value) ? value : undefined
}

function isCountedFromZero({ corners, ring = [] }: Outline): boolean {
  return [...Object.values(corners), ...ring].some((value) => value < 1)
}

function place(
  { className, corners, ring }: Outline,
  { first, label }: { first: number; label: string },
): Result<ReadAnnotation, Refusal> {
  if (ring !== undefined) {
    const read = readRing(
      ring.map((value) => value - first),
      label,
    )
    return read.ok ? ok({ className, kind: 'polygon', rings: [read.value] }) : read
  }
  const { xmin, ymin, xmax, ymax } = corners
  return ok({ className, kind: 'box', box: { x0: xmin - first, y0: ymin - first, x1: xmax, y1: ymax } })
}
