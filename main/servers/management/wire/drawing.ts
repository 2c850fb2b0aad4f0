import { type Shape, shapeBounds } from '#common/annotation/shape'
import { boxSize } from '#common/geometry/box'
import type { Ring } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'

/** The labels alone as SVG, in the size of the picture: to be laid over it. */
export function drawLabels(
  { width, height }: Size,
  labels: readonly { readonly shape: Shape; readonly color: string }[],
): string {
  const stroke = Math.max(1, Math.round(Math.max(width, height) / 400))
  const outlines = labels.map(({ shape, color }) => `<path d="${outlineOf(shape)}" stroke="${color}" fill="${color}"/>`)
  const style = `fill-opacity=".2" fill-rule="evenodd" stroke-width="${stroke}" stroke-linejoin="round"`
  const frame = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg ${frame}><g ${style}>${outlines.join('')}</g></svg>`
}

function outlineOf(shape: Shape): string {
  if (shape.kind === 'polygon') return shape.rings.map(ringPath).join('')
  const box = shapeBounds(shape)
  const size = boxSize(box)
  return `M${box.x0} ${box.y0}h${size.width}v${size.height}h${-size.width}Z`
}

function ringPath(ring: Ring): string {
  return `M${ring.map(String).join(' ')}Z`
}
