import type { Review } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import type { Editor } from '../../editor/editor.ts'
import { noteReview } from './note-review.ts'

/** Remembers where an image stands, and tells when an approval lapsed without anybody taking it back. */
export function followReview(editor: Editor, image: ImageId, review: Review): void {
  const before = editor.state.reviews.get(image) ?? 'none'
  if (before === review.state) return
  noteReview(editor, image, review.state)
  const hasLapsed = before === 'approved' && (review.state === 'waiting' || review.state === 'none')
  if (hasLapsed && image === editor.state.image) editor.say({ kind: 'review', about: 'approval-lapsed' })
}
