import { type Box, boxSize } from '#common/geometry/box'
import { renderPixels } from '#transforms/pixels/render'
import { cutOut } from '#transforms/plan'
import type { Pixels } from '#transforms/raster'
import { planFrame } from '../../images/image.ts'
import { READING } from './layout.ts'

/** A part of a word that is read at once. */
interface Piece {
  readonly box: Box
  /** The share of it that the piece before it shows as well; 0 for the first. */
  readonly overlap: number
}

/** Words that are wider, by their height, are read in pieces of this other width, each from the middle of the one before. */
const [WIDEST, PIECE_WIDTH] = [8, 6]
const NEVER = new AbortController().signal
const NO_STEPS = { steps: {}, skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false } }

/** The pieces of a word from left to right, in whole pixels; a word that is not long is one. */
export function piecesOf(box: Box): readonly Piece[] {
  const { width, height } = boxSize(box)
  if (width <= WIDEST * height) return [{ box, overlap: 0 }]
  const length = PIECE_WIDTH * height
  const step = length - Math.floor(length / 2)
  const last = width - length
  const starts = Array.from({ length: Math.floor(last / step) + 1 }, (_, piece) => piece * step)
  if (starts.at(-1) !== last) starts.push(last)
  return starts.map((start, piece) => {
    const before = starts[piece - 1]
    const overlap = before === undefined ? 0 : (before + length - start) / length
    return { box: { ...box, x0: box.x0 + start, x1: box.x0 + start + length }, overlap }
  })
}

/** A part of a page, laid into the frame of a recognition network. */
export function framedCrop(page: Pixels, box: Box): Promise<Pixels> {
  const { plans } = planFrame(boxSize(box), READING, NO_STEPS)
  return renderPixels(page, [cutOut(page, box, 'black'), ...plans], NEVER)
}
