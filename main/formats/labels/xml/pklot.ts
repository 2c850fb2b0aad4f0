import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { polygonOf } from '../kit/geometry.ts'
import { filePlace } from '../kit/places.ts'
import { readEvery } from '../kit/reading.ts'
import { childOf, childrenOf, numberIn, type XmlElement, type XmlFormat } from '../kit/xml.ts'

/** A space with a car in it, and one without. */
export const PKLOT_CLASSES = ['space-occupied', 'space-empty'] as const

/** PKLot: the spaces of a car park as outlines, each taken or free. */
export const pklot: XmlFormat = {
  id: 'pklot',
  recognises: ({ name }) => name === 'parking',
  read: (root) => readEvery(childrenOf(root, 'space'), readSpace),
}

/** A parking space by its number from 0. */
export function readSpace(space: XmlElement, index: number): Result<ReadAnnotation, Refusal> {
  const place = filePlace('parking-space', index + 1)
  const contour = childOf(space, 'contour')
  if (contour === undefined) return refuse('contour-missing', { place })
  const flat = readEvery(childrenOf(contour, 'point'), (point) => {
    const x = numberIn(point, 'x', place)
    const y = numberIn(point, 'y', place)
    if (!x.ok) return x
    return y.ok ? ok([x.value, y.value]) : y
  })
  if (!flat.ok) return flat
  const [occupied, empty] = PKLOT_CLASSES
  const className = space.attributes.get('occupied') === '1' ? occupied : empty
  return polygonOf({ className, place }, [flat.value.flat()])
}
