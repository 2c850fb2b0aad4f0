import { type Affine, invertAffine, mapBox } from './affine.ts'
import { clipBox } from './box.ts'
import { emptyMask, fillRings, type Mask } from './mask.ts'
import { type MaskPixels, maskOfSpans, maskPixels, maskSpans, type Span } from './mask-spans.ts'
import { turnedMask } from './mask-turn.ts'
import { type MaskTiles, maskTilesBounds } from './masks/mask-tiles.ts'
import { TILE } from './masks/tile-runs.ts'
import { type Rings, ringsBounds } from './polygon.ts'
import type { RunLengths } from './rle.ts'
import type { Size } from './space.ts'

/** Returns the pixels of the frame whose centers are inside, by the even-odd rule over all rings. */
export function maskOfRings(rings: Rings, frame: Size): MaskTiles {
  const around = clipBox(ringsBounds(rings), frame)
  return around === undefined ? [] : maskOfSpans(spansOfRings(rings, frame), frame)
}

/** Works in bands of rows: a buffer for a large outline would be as large as the image. */
function* spansOfRings(rings: Rings, frame: Size): Generator<Span> {
  const { x0, y0, x1, y1 } = ringsBounds(rings)
  const [left, top] = [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0))]
  const [right, bottom] = [Math.min(frame.width, Math.ceil(x1)), Math.min(frame.height, Math.ceil(y1))]
  for (let y = top; y < bottom; y += TILE) {
    const moved = rings.map((ring) => ring.map((value, i) => value - (i % 2 === 0 ? left : y)))
    const band = fillRings(moved, { width: right - left, height: Math.min(TILE, bottom - y) })
    yield* spansOf(band, { left, top: y })
  }
}

/** Returns the mask of a bitmap at a position in a frame. */
export function maskOfBitmap(
  mask: Mask,
  place: { readonly left: number; readonly top: number },
  frame: Size,
): MaskTiles {
  return maskOfSpans(spansOf(mask, place), frame)
}

function* spansOf({ width, data }: Mask, place: { readonly left: number; readonly top: number }): Generator<Span> {
  for (let start = 0; start < data.length; start += width) {
    const row = data.subarray(start, start + width)
    for (let from = row.indexOf(1); from >= 0; ) {
      const end = row.indexOf(0, from)
      const to = end < 0 ? width : end
      yield { y: place.top + start / width, x0: place.left + from, x1: place.left + to }
      from = end < 0 ? -1 : row.indexOf(1, to)
    }
  }
}

/** Returns the mask as a bitmap of its bounds, with the position of the bitmap. */
export function maskBitmap(tiles: MaskTiles): { readonly mask: Mask; readonly left: number; readonly top: number } {
  const { x0: left, y0: top, x1, y1 } = maskTilesBounds(tiles)
  const mask = emptyMask({ width: x1 - left, height: y1 - top })
  for (const { y, x0, x1: end } of maskSpans(tiles)) {
    const row = (y - top) * mask.width - left
    mask.data.fill(1, row + x0, row + end)
  }
  return { mask, left, top }
}

/** Returns COCO run lengths of a mask inside the frame. */
export function runLengthsOfMask(tiles: MaskTiles, { width, height }: Size): RunLengths {
  const counts: number[] = []
  let end = 0
  for (const { start, length } of columnRuns(tiles, height)) {
    // A run at the bottom of a column continues at the top of the next.
    if (start === end && counts.length > 0) counts.push((counts.pop() ?? 0) + length)
    else counts.push(start - end, length)
    end = start + length
  }
  const rest = width * height - end
  return rest > 0 ? [...counts, rest] : counts
}

/** Yields runs down the columns from the left, with one continuous count. */
function* columnRuns(tiles: MaskTiles, height: number): Generator<{ readonly start: number; readonly length: number }> {
  const turned = maskSpans(turnedMask(tiles))
  for (const { y: x, x0, x1 } of turned) yield { start: x * height + x0, length: x1 - x0 }
}

/** Returns the mask of COCO run lengths for an image of this size. Ignores runs beyond it, which the caller checks. */
export function maskOfRunLengths(counts: RunLengths, { width, height }: Size): MaskTiles {
  return turnedMask(maskOfSpans(spansOfRuns(counts, height), { width: height, height: width }))
}

/** Treats columns as rows. */
function* spansOfRuns(counts: RunLengths, height: number): Generator<Span> {
  let start = 0
  for (const [i, count] of counts.entries()) {
    const end = start + count
    if (i % 2 === 1) {
      for (let x = Math.floor(start / height); x * height < end; x++) {
        yield { y: x, x0: Math.max(0, start - x * height), x1: Math.min(height, end - x * height) }
      }
    }
    start = end
  }
}

/**
 * Warps a mask by an affine map: a pixel of the frame belongs to it if the preimage of its center does. Flips, quarter
 * turns and shifts by whole pixels are exact.
 */
export function warpMask(tiles: MaskTiles, affine: Affine, frame: Size): MaskTiles {
  const back = invertAffine(affine)
  const around = clipBox(mapBox(affine, maskTilesBounds(tiles)), frame)
  return back && around ? maskOfSpans(warpedSpans(maskPixels(tiles), back, around), frame) : []
}

function* warpedSpans(has: MaskPixels, back: Affine, around: ReturnType<typeof maskTilesBounds>): Generator<Span> {
  const [left, right, bottom] = [Math.floor(around.x0), Math.ceil(around.x1), Math.ceil(around.y1)]
  for (let y = Math.floor(around.y0); y < bottom; y++) {
    const [sx, sy] = [back.c * (y + 0.5) + back.e, back.d * (y + 0.5) + back.f]
    let from = -1
    for (let x = left; x < right; x++) {
      const isIn = has(Math.floor(back.a * (x + 0.5) + sx), Math.floor(back.b * (x + 0.5) + sy))
      if (isIn && from < 0) from = x
      if (!isIn && from >= 0) {
        yield { y, x0: from, x1: x }
        from = -1
      }
    }
    if (from >= 0) yield { y, x0: from, x1: right }
  }
}
