import type { RunLengths } from '#common/geometry/rle'
import { forEachColumnRun } from './line-runs.ts'
import type { Surface } from './surface.ts'

/** The object of a surface as COCO's run lengths. */
export function runLengthsOf(surface: Surface): RunLengths {
  const { width, height } = surface.size
  const counts: number[] = []
  let end = 0
  forEachColumnRun(surface, (column, from, to) => {
    const start = column * height + from
    // Where the object touches both borders a column goes on in the next.
    if (start === end && counts.length > 0) counts[counts.length - 1] = (counts.at(-1) ?? 0) + to - from
    else counts.push(start - end, to - from)
    end = column * height + to
  })
  const rest = width * height - end
  if (rest > 0) counts.push(rest)
  return counts
}

/** Shared pixels over all pixels of two objects of one image, 0…1; 0 when both are empty. */
export function runLengthsIou(one: RunLengths, other: RunLengths): number {
  const [mine, theirs] = [boundsOf(one), boundsOf(other)]
  let [shared, i, j] = [0, 0, 0]
  while (i < mine.length && j < theirs.length) {
    const [from, to] = [mine[i] ?? 0, mine[i + 1] ?? 0]
    const [start, end] = [theirs[j] ?? 0, theirs[j + 1] ?? 0]
    shared += Math.max(0, Math.min(to, end) - Math.max(from, start))
    if (to < end) i += 2
    else j += 2
  }
  const all = areaOf(mine) + areaOf(theirs) - shared
  return all === 0 ? 0 : shared / all
}

/** Where each run of the object begins and ends. */
function boundsOf(counts: RunLengths): readonly number[] {
  let end = 0
  const ends = counts.map((count) => {
    end += count
    return end
  })
  return ends.length % 2 === 0 ? ends : ends.slice(0, -1)
}

function areaOf(bounds: readonly number[]): number {
  return bounds.reduce((area, bound, i) => area + (i % 2 === 0 ? -bound : bound), 0)
}
