import type { ReviewState } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import type { Workbench } from '../workbench/workbench.ts'

/** Remembers where an image of the queue stands with its reviewers. */
export function noteReview(bench: Workbench, image: ImageId, state: ReviewState): void {
  bench.set({ reviews: new Map(bench.bench.reviews).set(image, state) })
}
