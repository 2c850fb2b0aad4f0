import { createHash } from 'node:crypto'
import type { Shape } from '#common/annotation/shape'
import type { Pixels } from './pixels/passes.ts'

/** SHA-256 of the RGB values followed by the labels as canonical JSON: two pictures with one key are the same picture. */
export function contentKey({ data, width, height }: Pixels, shapes: readonly Shape[]): string {
  const labels = shapes.map((shape) => JSON.stringify(label(shape))).toSorted()
  return createHash('sha256').update(data).update(JSON.stringify({ width, height, labels })).digest('hex')
}

/** What a label says: whose class and where, to six decimals. Identity and history are left out. */
function label(shape: Shape): unknown {
  if (shape.kind === 'polygon') return [shape.classId, shape.rings.map((ring) => ring.map(sixDecimals))]
  const { x0, y0, x1, y1 } = shape.box
  return [shape.classId, [x0, y0, x1, y1].map(sixDecimals)]
}

function sixDecimals(value: number): number {
  return Number(value.toFixed(6))
}
