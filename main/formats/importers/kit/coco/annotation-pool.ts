import type { Box } from '#common/geometry/box'
import type { Rings } from '#common/geometry/polygon'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'

/** Where an annotation lies in the pool. */
type Address = number

interface Belonging {
  readonly category: number
  readonly before: Address
}

/**
 * The annotations of a dataset, as numbers one behind the other: as objects, a million of them would fill the memory. Each lies in
 * one place with all that is known of it, because those of one image come from all over the file and memory is slow where it was
 * not read before.
 */
export interface AnnotationPool {
  /** Of an object that is neither a box, nor an outline, nor the whole image, or is read later, only the category is kept. */
  push(object: ReadAnnotation | undefined, of: Belonging): Address
  /** The annotation of the same image that came before this one. */
  before(address: Address): Address
  category(address: Address): number
  /** The object under the name of its class; nothing where none was kept. */
  object(address: Address, className: string): ReadAnnotation | undefined
}

const SHIFT = 16
const SIZE = 65536
const NO_NUMBERS = new Float64Array()

/** The places of an annotation's numbers; the corners of a box follow, or for each outline its length and its numbers. */
const BEFORE = 0
const CATEGORY = 1
const SCORE = 2
const OUTLINES = 3
const PLACE = 4

/** Takes the place of the number of outlines where there are none. */
const NOTHING = -1
const BOX = 0
/** Takes the place of that number where the whole image is meant. */
const WHOLE = -2

/** Grows by pieces, so that growing never copies. An annotation larger than a piece has one of its own. */
export function annotationPool(): AnnotationPool {
  const pieces: Float64Array[] = []
  let free = SIZE

  return {
    push(object, { category, before }) {
      const size = sizeOf(object)
      if (free + size > SIZE) {
        pieces.push(new Float64Array(Math.max(SIZE, size)))
        free = 0
      }
      const address = (pieces.length - 1) * SIZE + free
      const [piece, start] = [pieceOf(address), free]
      free += size
      piece[start + BEFORE] = before
      piece[start + CATEGORY] = category
      piece[start + SCORE] = object?.score ?? Number.NaN
      piece[start + OUTLINES] = NOTHING
      if (object?.kind === 'box') putBox(piece, start, object.box)
      else if (object?.kind === 'whole') piece[start + OUTLINES] = WHOLE
      else if (object?.kind === 'polygon') putRings(piece, start, object.rings)
      return address
    },
    before: (address) => pieceOf(address)[(address & (SIZE - 1)) + BEFORE] ?? 0,
    category: (address) => pieceOf(address)[(address & (SIZE - 1)) + CATEGORY] ?? 0,
    object(address, className) {
      const piece = pieceOf(address)
      const start = address & (SIZE - 1)
      const object = objectAt(piece, start, className)
      const score = piece[start + SCORE] ?? Number.NaN
      return object === undefined || Number.isNaN(score) ? object : { ...object, score }
    },
  }

  function pieceOf(address: Address): Float64Array {
    return pieces[address >>> SHIFT] ?? NO_NUMBERS
  }
}

function sizeOf(object: ReadAnnotation | undefined): number {
  if (object?.kind === 'box') return PLACE + 4
  return object?.kind === 'polygon' ? object.rings.reduce((sum, ring) => sum + ring.length + 1, PLACE) : PLACE
}

function putBox(piece: Float64Array, start: number, { x0, y0, x1, y1 }: Box): void {
  piece[start + OUTLINES] = BOX
  piece[start + PLACE] = x0
  piece[start + PLACE + 1] = y0
  piece[start + PLACE + 2] = x1
  piece[start + PLACE + 3] = y1
}

function putRings(piece: Float64Array, start: number, rings: Rings): void {
  piece[start + OUTLINES] = rings.length
  let at = start + PLACE
  for (const ring of rings) {
    piece[at] = ring.length
    piece.set(ring, at + 1)
    at += ring.length + 1
  }
}

function objectAt(piece: Float64Array, start: number, className: string): ReadAnnotation | undefined {
  const outlines = piece[start + OUTLINES] ?? NOTHING
  if (outlines === NOTHING) return undefined
  if (outlines === WHOLE) return { className, kind: 'whole' }
  if (outlines === BOX) return { className, kind: 'box', box: boxAt(piece, start + PLACE) }
  return { className, kind: 'polygon', rings: ringsAt(piece, start + PLACE, outlines) }
}

function boxAt(piece: Float64Array, at: number): Box {
  return { x0: piece[at] ?? 0, y0: piece[at + 1] ?? 0, x1: piece[at + 2] ?? 0, y1: piece[at + 3] ?? 0 }
}

function ringsAt(piece: Float64Array, start: number, count: number): Rings {
  const rings: number[][] = []
  let at = start
  while (rings.length < count) {
    const length = piece[at] ?? 0
    const ring: number[] = []
    for (let i = at + 1; i <= at + length; i += 1) ring.push(piece[i] ?? 0)
    rings.push(ring)
    at += length + 1
  }
  return rings
}
