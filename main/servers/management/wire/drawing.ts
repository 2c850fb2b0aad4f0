import { isPlaced, type Shape, shapeRings } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { boxSize } from '#common/geometry/box'
import type { Line } from '#common/geometry/line'
import type { Ring } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'

/** The labels alone as SVG, in the size of the image: to be laid over it. */
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
  if (!isPlaced(shape)) return ''
  if (shape.kind === 'polyline') return openPath(shape.points)
  if (shape.kind === 'point') return pointPath({ ...shape.at, visibility: 2 }, NO_SIZE)
  if (shape.kind !== 'box' && shape.kind !== 'keypoints') return shapeRings(shape).map(ringPath).join('')
  const size = boxSize(shape.box)
  const frame = `M${shape.box.x0} ${shape.box.y0}h${size.width}v${size.height}h${-size.width}Z`
  return shape.kind === 'keypoints' ? frame + shape.points.map((point) => pointPath(point, size)).join('') : frame
}

/** Of a point that belongs to no object. */
const NO_SIZE: Size = { width: 150, height: 150 }

/** There and back again, so that nothing is filled. */
function openPath(line: Line): string {
  const points = Array.from({ length: line.length / 2 }, (_, i) => `${line[2 * i]} ${line[2 * i + 1]}`)
  return `M${[...points, ...points.toReversed().slice(1)].join('L')}`
}

/** A diamond about a point that has a place, a fiftieth of the object's larger side to each side. */
function pointPath({ x, y, visibility }: Keypoint, { width, height }: Size): string {
  const reach = Math.max(1, Math.max(width, height) / 50)
  return visibility === 0 ? '' : `M${x - reach} ${y}L${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}Z`
}

function ringPath(ring: Ring): string {
  return `M${ring.map(String).join(' ')}Z`
}
