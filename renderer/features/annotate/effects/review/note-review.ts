import type { ReviewState } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import type { Editor } from '../../editor/editor.ts'

/** Remembers where an image of the queue stands with its reviewers. */
export function noteReview(editor: Editor, image: ImageId, state: ReviewState): void {
  editor.set({ reviews: new Map(editor.state.reviews).set(image, state) })
}
