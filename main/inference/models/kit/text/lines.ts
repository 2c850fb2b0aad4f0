import type { Box } from '#common/geometry/box'

interface Placed {
  readonly box: Box
}

/**
 * Words in reading order: line by line from the top, from the left in each. Words whose middles lie less than half of a usual word's
 * height apart are on one line.
 */
export function inReadingOrder<Word extends Placed>(words: readonly Word[]): readonly Word[] {
  const lines: { readonly words: Word[]; middle: number }[] = []
  const reach = medianHeight(words) / 2
  for (const word of words.toSorted((one, other) => middleOf(one) - middleOf(other))) {
    const line = lines.at(-1)
    if (line === undefined || middleOf(word) - line.middle >= reach) {
      lines.push({ words: [word], middle: middleOf(word) })
      continue
    }
    line.words.push(word)
    line.middle += (middleOf(word) - line.middle) / line.words.length
  }
  return lines.flatMap((line) => line.words.toSorted((one, other) => one.box.x0 - other.box.x0))
}

function middleOf({ box }: Placed): number {
  return (box.y0 + box.y1) / 2
}

function medianHeight(words: readonly Placed[]): number {
  const heights = words.map(({ box }) => box.y1 - box.y0).toSorted((one, other) => one - other)
  return heights[Math.floor(heights.length / 2)] ?? 0
}
