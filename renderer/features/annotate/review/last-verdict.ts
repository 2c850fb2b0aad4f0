import type { Verdict } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import { type DocumentView, isEditable, type WantedState } from '../document/document-state.ts'
import { goTo } from '../queue/queue-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { noteReview } from './note-review.ts'

/** How an image stands, to be said again. */
export function standingOf({ state, isNull, review }: DocumentView): Required<WantedState> {
  const verdict = isVerdict(review.state) ? { verdict: review.state, reason: review.reason, by: review.by } : null
  return { done: state === 'done', isNull, verdict }
}

/** The undo takes the verdict back from now on, wherever it led. */
export function keepVerdict(bench: Workbench, image: ImageId, before: Required<WantedState>): void {
  bench.set({ verdict: { image, before } })
}

/** Goes back to the image that was judged last, and lets it stand as it stood before; false where nothing was judged last. */
export function undoVerdict(bench: Workbench): boolean {
  const { verdict: last } = bench.bench
  if (last === undefined) return false
  bench.set({ verdict: undefined })
  goTo(bench, last.image)
  const { done, verdict } = last.before
  if (!isEditable(bench.documents.view(last.image)) || !bench.documents.setState(last.image, last.before)) return true
  noteReview(bench, last.image, verdict?.verdict ?? (done ? 'waiting' : 'none'))
  bench.say({ kind: 'review', about: 'verdict-undone' })
  return true
}

function isVerdict(state: string): state is Verdict {
  return state === 'approved' || state === 'rejected'
}
