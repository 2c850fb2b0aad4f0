import type { Verdict } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import { t } from '#renderer/kit/words/words'
import { type DocumentView, isEditable, type WantedState } from '../document/document-state.ts'
import { goTo } from '../queue/queue-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { noteReview } from './note-review.ts'

/** How an image stands, to be said again. */
export function standingOf({ state, isNull, review }: DocumentView): Required<WantedState> {
  const verdict = isVerdict(review.state) ? { verdict: review.state, reason: review.reason, by: review.by } : null
  return { done: state === 'done', isNull, verdict }
}

/** The undo takes the verdict back, wherever it led. `before`: how the image stood. */
export function keepVerdict(bench: Workbench, image: ImageId, before: Required<WantedState>): void {
  bench.set({ lastAct: { name: t('Verdict'), takeBack: () => undoVerdict(bench, image, before) } })
}

/** Goes back to the image, and lets it stand as it stood before. */
function undoVerdict(bench: Workbench, image: ImageId, before: Required<WantedState>): void {
  goTo(bench, image)
  if (!isEditable(bench.documents.view(image)) || !bench.documents.setState(image, before)) return
  noteReview(bench, image, before.verdict?.verdict ?? (before.done ? 'waiting' : 'none'))
  bench.say({ kind: 'review', about: 'verdict-undone' })
}

function isVerdict(state: string): state is Verdict {
  return state === 'approved' || state === 'rejected'
}
