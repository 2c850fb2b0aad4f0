type Ctx = CanvasRenderingContext2D

export interface FineLine {
  readonly style: string
  /** Inner edge of the band, from the middle of the path, in view pixels. */
  readonly from: number
  readonly to: number
  /** Device pixels per view pixel. */
  readonly density: number
}

/**
 * Draws a band along a path as shifted lines of one device pixel. The CPU draws such lines about thirty times as fast
 * as a wide one, whose outline it computes first. The band is slightly thinner at sharp turns.
 */
export function fineLine(ctx: Ctx, path: Path2D, { style, from, to, density }: FineLine): void {
  ctx.strokeStyle = style
  ctx.lineWidth = 1 / density
  for (const [x, y] of movesFor(from * density, to * density)) {
    ctx.translate(x / density, y / density)
    ctx.stroke(path)
    ctx.translate(-x / density, -y / density)
  }
}

const known = new Map<string, readonly (readonly [x: number, y: number])[]>()

/**
 * Returns the offsets of the lines in device pixels: on circles one pixel apart, four on a small circle and eight on
 * others.
 */
function movesFor(from: number, to: number): readonly (readonly [x: number, y: number])[] {
  const key = `${from} ${to}`
  const last = known.get(key)
  if (last) return last
  const rings = Math.max(1, Math.round(to - from))
  const radii = Array.from({ length: rings }, (_, i) => Math.max(0, to - 0.5 - i))
  const moves = radii.flatMap(movesOnCircle)
  known.set(key, moves)
  return moves
}

function movesOnCircle(radius: number): readonly (readonly [x: number, y: number])[] {
  if (radius === 0) return [[0, 0]]
  const count = radius <= 1 ? 4 : 8
  return Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI
    return [radius * Math.cos(turn), radius * Math.sin(turn)] as const
  })
}
