import type { Verdict } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { goTo } from '../../effects/queue/open-image.ts'
import { noteReview } from '../../effects/review/note-review.ts'
import { type DocumentView, isEditable, type WantedState } from '../../model/document/document-state.ts'

/** How an image stands, to be said again. */
export function standingOf({ state, isNull, review }: DocumentView): Required<WantedState> {
  const verdict = isVerdict(review.state) ? { verdict: review.state, reason: review.reason, by: review.by } : null
  return { done: state === 'done', isNull, verdict }
}

/** The undo takes the verdict back, wherever it led. `before`: how the image stood. */
export function keepVerdict(editor: Editor, image: ImageId, before: Required<WantedState>): void {
  editor.set({ lastAct: { name: t('Verdict'), takeBack: () => undoVerdict(editor, image, before) } })
}

/** Goes back to the image, and lets it stand as it stood before. */
function undoVerdict(editor: Editor, image: ImageId, before: Required<WantedState>): void {
  goTo(editor, image)
  if (!isEditable(editor.documents.view(image)) || !editor.documents.setState(image, before)) return
  noteReview(editor, image, before.verdict?.verdict ?? (before.done ? 'waiting' : 'none'))
  editor.say({ kind: 'review', about: 'verdict-undone' })
}

function isVerdict(state: string): state is Verdict {
  return state === 'approved' || state === 'rejected'
}
