import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'
import { angleText } from '#renderer/tools/turn'
import { t } from '#renderer/words/words'
import { type NamedShape, shapeName, sizeText } from './shape-names.ts'

export const KIND_NAMES: Readonly<Record<PlacedShape['kind'], string>> = {
  box: t('Box'),
  'rotated-box': t('Rotated box'),
  polygon: t('Polygon'),
  polyline: t('Line'),
  point: t('Point'),
  mask: t('Mask'),
  keypoints: t('Keypoints'),
}

interface Among {
  /** They have just been drawn. */
  readonly areDrawn: boolean
  readonly shapes: readonly NamedShape[]
}

/** For the live region: "Box, Car 3, 120×80 at 340, 512, 3 of 17". */
export function describeShapes(ids: readonly ShapeId[], { areDrawn, shapes }: Among): string {
  const text = describe(ids, shapes)
  return areDrawn && text !== '' ? t('Drawn: {{shapes}}', { shapes: text }) : text
}

function describe(ids: readonly ShapeId[], shapes: readonly NamedShape[]): string {
  if (ids.length === 0) return t('Nothing selected')
  if (ids.length > 1) return t('{{count}} shapes', { count: ids.length })
  const place = shapes.findIndex(({ shape }) => shape.id === ids[0])
  const named = shapes[place]
  if (!named) return ''
  const among = t('{{number}} of {{total}}', { number: place + 1, total: shapes.length })
  return `${KIND_NAMES[named.shape.kind]}, ${shapeName(named)}, ${whereText(named.shape)}, ${among}`
}

/** "120×80 at 340, 512"; a point has no size. */
function whereText(shape: PlacedShape): string {
  const { x0, y0 } = shapeBounds(shape)
  const place = `${Math.round(x0)}, ${Math.round(y0)}`
  if (shape.kind === 'point') return t('at {{place}}', { place })
  const size = sizeText(shape)
  return shape.kind === 'rotated-box'
    ? t('{{size}}, turned by {{angle}}, at {{place}}', { size, angle: angleText(shape.box.angle), place })
    : t('{{size}} at {{place}}', { size, place })
}
