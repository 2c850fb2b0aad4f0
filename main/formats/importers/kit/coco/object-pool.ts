import type { Rings } from '#common/geometry/polygon'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { numberPool, wholeNumberPool } from './number-pool.ts'

/** Boxes and outlines of a whole data set, as numbers one behind the other: as objects, a million of them would fill the memory. */
export interface ObjectPool {
  readonly length: number
  /** Anything but a box or an outline only takes a place. */
  push(object: ReadAnnotation | undefined): void
  /** The object with its class; nothing where none was kept. */
  at(index: number, className: string): ReadAnnotation | undefined
}

/** The number of outlines; none, and no score, stand below 0. */
const [NOTHING, BOX] = [-1, 0]

/** An object is its score, the number of its outlines, then corners, or for each outline its length and its numbers. */
export function objectPool(): ObjectPool {
  const starts = wholeNumberPool()
  const numbers = numberPool()
  return {
    get length() {
      return starts.length
    },
    push(object) {
      starts.push(numbers.length)
      numbers.push(object?.score ?? Number.NaN)
      if (object?.kind === 'box') pushBox(object.box)
      else if (object?.kind === 'polygon') pushRings(object.rings)
      else numbers.push(NOTHING)
    },
    at(index, className) {
      const start = starts.at(index)
      const [score, rings] = [numbers.at(start), numbers.at(start + 1)]
      if (rings === NOTHING) return undefined
      const how = Number.isNaN(score) ? {} : { score }
      if (rings === BOX) return { className, kind: 'box', box: boxAt(start + 2), ...how }
      return { className, kind: 'polygon', rings: ringsAt(start + 2, rings), ...how }
    },
  }

  function pushBox({ x0, y0, x1, y1 }: ReturnType<typeof boxAt>): void {
    numbers.push(BOX)
    numbers.push(x0)
    numbers.push(y0)
    numbers.push(x1)
    numbers.push(y1)
  }

  function pushRings(rings: Rings): void {
    numbers.push(rings.length)
    for (const ring of rings) {
      numbers.push(ring.length)
      for (let i = 0; i < ring.length; i += 1) numbers.push(ring[i] ?? 0)
    }
  }

  function boxAt(at: number) {
    return { x0: numbers.at(at), y0: numbers.at(at + 1), x1: numbers.at(at + 2), y1: numbers.at(at + 3) }
  }

  function ringsAt(start: number, count: number): Rings {
    let at = start
    return Array.from({ length: count }, () => {
      const length = numbers.at(at)
      const ring = Array.from({ length }, (_, i) => numbers.at(at + 1 + i))
      at += length + 1
      return ring
    })
  }
}
