import type { Mask } from '#common/geometry/mask'
import type { RunLengths } from '#common/geometry/rle'
import type { Size } from '#common/geometry/space'

/** A mask of a part of an image, every pixel of it `step` pixels wide and high there. */
export interface CoarseMask {
  readonly mask: Mask
  readonly left: number
  readonly top: number
  readonly step: number
}

/** The part of an image in which an object lies, with so few pixels that it may be walked through at once; undefined for no object. */
export function coarseMask(counts: RunLengths, { height }: Size, mostPixels: number): CoarseMask | undefined {
  const runs = runsIn(counts)
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const [left, right] = [Math.floor(first.from / height), Math.floor((last.to - 1) / height) + 1]
  const rows = runs.map((run) => rowsOf(run, height))
  const top = rows.reduce((least, { from }) => Math.min(least, from), height)
  const bottom = rows.reduce((most, { to }) => Math.max(most, to), 0)
  const step = Math.max(1, Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / mostPixels)))
  const [width, tall] = [Math.ceil((right - left) / step), Math.ceil((bottom - top) / step)]
  const mask = { width, height: tall, data: new Uint8Array(width * tall) }
  for (const run of runs) draw(run, { mask, left, top, step }, height)
  return { mask, left, top, step }
}

/** Pixels from one to before another, counted down the columns. */
interface Run {
  readonly from: number
  readonly to: number
}

function runsIn(counts: RunLengths): readonly Run[] {
  const runs: Run[] = []
  let end = 0
  for (const [index, count] of counts.entries()) {
    if (index % 2 === 1 && count > 0) runs.push({ from: end, to: end + count })
    end += count
  }
  return runs
}

/** The rows that a run touches: all where it goes on in the next column. */
function rowsOf({ from, to }: Run, height: number): Run {
  const isOneColumn = Math.floor(from / height) === Math.floor((to - 1) / height)
  return isOneColumn ? { from: from % height, to: ((to - 1) % height) + 1 } : { from: 0, to: height }
}

/** A coarse pixel is what the pixel in its middle is. */
function draw({ from, to }: Run, { mask, left, top, step }: CoarseMask, height: number): void {
  const middle = Math.floor(step / 2)
  const placeOf = (pixel: number, start: number) => Math.ceil((pixel - start - middle) / step)
  const end = placeOf(Math.floor((to - 1) / height) + 1, left)
  for (
    let column = Math.max(0, placeOf(Math.floor(from / height), left));
    column < Math.min(end, mask.width);
    column += 1
  ) {
    const start = (left + column * step + middle) * height
    const firstRow = Math.max(0, placeOf(Math.max(0, from - start), top))
    const lastRow = Math.min(mask.height, placeOf(Math.min(height, to - start), top))
    for (let row = firstRow; row < lastRow; row += 1) mask.data[row * mask.width + column] = 1
  }
}
