import type { SimilarGroup, SimilarImage } from '#common/contract/browse/similar'
import type { ImageId } from '#common/ids'

/** A line of the screen: the head of a group, or some of its images side by side. */
export type SimilarLine =
  | { readonly kind: 'head'; readonly group: SimilarGroup; readonly nth: number }
  | { readonly kind: 'tiles'; readonly images: readonly SimilarImage[]; readonly from: number; readonly best: ImageId }

/** The groups cut into lines of so many images. `from` is the place of a line's first image among all. */
export function similarLines(groups: readonly SimilarGroup[], columns: number): SimilarLine[] {
  let from = 0
  return groups.flatMap((group, nth): SimilarLine[] => {
    const [first] = group.images
    if (first === undefined) return []
    const lines: SimilarLine[] = [{ kind: 'head', group, nth }]
    for (let at = 0; at < group.images.length; at += columns) {
      const images = group.images.slice(at, at + columns)
      lines.push({ kind: 'tiles', images, from, best: first.card.id })
      from += images.length
    }
    return lines
  })
}

/** All images but the one to keep of each group. */
export function allButBest(groups: readonly SimilarGroup[]): ImageId[] {
  return groups.flatMap(({ images }) => images.slice(1).map(({ card }) => card.id))
}

/** How alike a group is: its least alike image counts. */
export function leastAlike({ images }: SimilarGroup): number {
  return images.reduce((least, { alike }) => Math.min(least, alike), 1)
}
