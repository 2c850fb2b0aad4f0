import type { Shape } from '#common/annotation/shape'
import type { DiffFilter, DiffMark, LabelChange, VersionDiff } from '#common/contract/version-diff'
import type { ClassId } from '#common/ids'
import { LABEL_MARKS, labelMarks, marksOf, type SourcePair } from './image.ts'
import type { PairPlace } from './ports.ts'

/** One bit for each mark, so that 100,000 images that differ take little room. */
const BITS: Readonly<Record<DiffMark, number>> = {
  in: 1,
  out: 2,
  split: 4,
  added: 8,
  removed: 16,
  far: 32,
  near: 64,
  reclassed: 128,
  reworded: 256,
}
const LABEL_BITS = LABEL_MARKS.reduce((bits, mark) => bits | BITS[mark], 0)

export type Tally = ReturnType<typeof diffTally>

/** Counts what differs, image by image, and remembers which images do. */
export function diffTally() {
  const images = { before: 0, after: 0, different: 0, in: 0, out: 0, split: 0, labels: 0 }
  const labels = { before: 0, after: 0, added: 0, removed: 0, far: 0, near: 0, reclassed: 0, reworded: 0 }
  const counts = { before: new Map<ClassId, number>(), after: new Map<ClassId, number>() }
  const changed: PairPlace[] = []
  const bits: number[] = []

  function countSide(side: 'before' | 'after', shapes: readonly Shape[] | undefined) {
    if (shapes === undefined) return
    images[side] += 1
    labels[side] += shapes.length
    for (const { classId } of shapes) counts[side].set(classId, (counts[side].get(classId) ?? 0) + 1)
  }

  function countChanges(marked: number, changes: readonly LabelChange[]) {
    if (hasAny(marked, LABEL_BITS)) images.labels += 1
    for (const mark of changes.flatMap(labelMarks)) labels[mark] += 1
  }

  return {
    add(pair: SourcePair, changes: readonly LabelChange[]) {
      countSide('before', pair.before?.shapes)
      countSide('after', pair.after?.shapes)
      const marked = marksOf(pair, changes).reduce((all, mark) => all | BITS[mark], 0)
      if (marked === 0) return
      images.different += 1
      changed.push({ before: pair.before?.position, after: pair.after?.position })
      bits.push(marked)
      for (const what of ['in', 'out', 'split'] as const) if (hasAny(marked, BITS[what])) images[what] += 1
      if (!hasAny(marked, BITS.in | BITS.out)) countChanges(marked, changes)
    },
    counts,
    result(): Changed & Pick<VersionDiff, 'images' | 'labels'> {
      return { images, labels, places: changed, bits: Uint16Array.from(bits) }
    },
  }
}

/** The images that differ, and how. */
export interface Changed {
  readonly places: readonly PairPlace[]
  readonly bits: Uint16Array
}

/** Changed images that a filter shows. */
export function filterChanged({ places, bits }: Changed, filter: DiffFilter): readonly PairPlace[] {
  if (filter === 'all') return places
  const wanted = filter === 'labels' ? LABEL_BITS : BITS[filter]
  return places.filter((_, nth) => hasAny(bits[nth] ?? 0, wanted))
}

function hasAny(bits: number, wanted: number): boolean {
  return (bits & wanted) !== 0
}
