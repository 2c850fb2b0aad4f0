import { fillRings, type Mask } from '#common/geometry/mask'
import type { Ring, Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'

/** Returns the mask of the rings, including the pixels on them. */
export function drawn(rings: Rings, size: Size): Mask {
  const masks = rings.map((ring) => fillRings([ring.map((value) => value + 0.5)], size))
  const data = Uint8Array.from({ length: size.width * size.height }, (_, i) =>
    masks.some((mask) => mask.data[i] === 1) ? 1 : 0,
  )
  for (const [x, y] of rings.flatMap((ring) => [...pixelsAlong(ring)])) data[y * size.width + x] = 1
  return { ...size, data }
}

/** Outlines run straight or diagonally between corners. */
function* pixelsAlong(ring: Ring): Generator<readonly [number, number]> {
  for (let i = 0; i < ring.length; i += 2) {
    let [x = 0, y = 0] = ring.slice(i, i + 2)
    const [endX = 0, endY = 0] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]]
    yield [x, y]
    while (x !== endX || y !== endY) {
      yield [x, y]
      x += Math.sign(endX - x)
      y += Math.sign(endY - y)
    }
  }
}
