import type { ViewPoint } from '#common/geometry/space'
import { INK } from '../looks.ts'
import type { OverlayItem } from './overlay.ts'

/** Half the side of the glyph, in view pixels. */
const HALF = 6

/** Draws a glyph for the snap target: a square around a vertex, a diamond on an edge, a bar along the border. */
export function paintSnap(
  ctx: CanvasRenderingContext2D,
  { x, y }: ViewPoint,
  { on, isUpright }: OverlayItem<'snap'>,
): void {
  const glyph = new Path2D()
  if (on === 'vertex') glyph.rect(x - HALF, y - HALF, 2 * HALF, 2 * HALF)
  if (on === 'edge') traceDiamond(glyph, x, y)
  if (on === 'border') traceBar(glyph, { x, y }, isUpright)
  for (const { style, width } of [
    { style: INK.casing, width: 4 },
    { style: INK.snap, width: 2 },
  ]) {
    ctx.strokeStyle = style
    ctx.lineWidth = width
    ctx.stroke(glyph)
  }
}

function traceDiamond(glyph: Path2D, x: number, y: number): void {
  glyph.moveTo(x, y - HALF - 1)
  glyph.lineTo(x + HALF + 1, y)
  glyph.lineTo(x, y + HALF + 1)
  glyph.lineTo(x - HALF - 1, y)
  glyph.closePath()
}

function traceBar(glyph: Path2D, { x, y }: Pick<ViewPoint, 'x' | 'y'>, isUpright: boolean): void {
  const [dx, dy] = isUpright ? [0, HALF + 2] : [HALF + 2, 0]
  glyph.moveTo(x - dx, y - dy)
  glyph.lineTo(x + dx, y + dy)
}
