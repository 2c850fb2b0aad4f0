import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfCorners, type Labelled, polygonOf } from '../kit/geometry.ts'
import { numberOf, readEach, readNumbers, shorten, unreadable } from '../kit/reading.ts'
import { childrenOf, numberIn, type XmlElement, type XmlFormat } from '../kit/xml.ts'

/** Children of an image that are no objects. */
const OTHERS = new Set(['attribute'])

/** CVAT for images: boxes by their corners, polygons as `x,y;x,y`. A turned box becomes a polygon. */
export const cvat: XmlFormat = {
  id: 'cvat',
  recognises: (root) => root.name === 'annotations',
  read(root, picture) {
    const image = entryFor(childrenOf(root, 'image'), picture.name, ({ attributes }) => attributes.get('name') ?? '')
    if (!image.ok) return image
    return readEach(
      image.value.children.filter(({ name }) => !OTHERS.has(name)),
      readObject,
    )
  },
}

function readObject(element: XmlElement, index: number): Result<ReadAnnotation, Refusal> {
  const labelled = { className: element.attributes.get('label') ?? '', place: `object ${index + 1}` }
  if (element.name === 'box') return readBox(labelled, element)
  if (element.name === 'polygon') return readPolygon(labelled, element)
  return unreadable(`${labelled.place} is a <${shorten(element.name)}>; box and polygon are read`)
}

function readBox(labelled: Labelled, element: XmlElement): Result<ReadAnnotation, Refusal> {
  const corners = readEach(['xtl', 'ytl', 'xbr', 'ybr'], (name) => numberIn(element, name, labelled.place))
  if (!corners.ok) return corners
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners.value
  const degrees = numberOf(element.attributes.get('rotation')) ?? 0
  if (degrees === 0) return boxOfCorners(labelled, { x0, y0, x1, y1 })
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const turned = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ].flatMap(([x = 0, y = 0]) => {
    const [dx, dy] = [x - (x0 + x1) / 2, y - (y0 + y1) / 2]
    return [(x0 + x1) / 2 + dx * cos - dy * sin, (y0 + y1) / 2 + dx * sin + dy * cos]
  })
  return polygonOf(labelled, [turned])
}

function readPolygon(labelled: Labelled, { attributes }: XmlElement): Result<ReadAnnotation, Refusal> {
  const texts = (attributes.get('points') ?? '').split(/[;,]/)
  const flat = readNumbers(texts, labelled.place)
  return flat.ok ? polygonOf(labelled, [flat.value]) : flat
}
