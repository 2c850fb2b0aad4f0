import type { Review } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import { personName } from '#renderer/kit/app/person'
import { keepReason } from '#renderer/kit/review/reasons'
import { t } from '#renderer/kit/words/words'
import { isEditable } from '../document/document-state.ts'
import { nextUnfinished, startOf } from '../queue/queue.ts'
import { goTo } from '../queue/queue-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { keepVerdict, standingOf } from './last-verdict.ts'
import { noteReview } from './note-review.ts'

/** On to the next image of the queue that stands so with its reviewers, going round the end. */
export function goToReviewed(bench: Workbench, wanted: 'waiting' | 'rejected', way: 1 | -1): void {
  const { queue, reviews, image } = bench.bench
  const from = startOf(queue, image, way)
  const next = nextUnfinished(queue.ids, from, { way, isUnfinished: (id) => reviews.get(id) === wanted })
  if (next === undefined) bench.say({ kind: 'review', about: `none-${wanted}` })
  else goTo(bench, next)
}

/** The labels are right; on to the next image that waits. An approved image is done. */
export function approve(bench: Workbench): void {
  const { image } = bench.bench
  bench.settle()
  const { document } = bench
  if (image === undefined || !isEditable(document)) return
  if (document.shapes.length === 0 && !document.isNull) return bench.say({ kind: 'review', about: 'nothing-to-review' })
  const verdict = { verdict: 'approved', reason: '', by: personName() } as const
  if (document.review.state === 'approved') return goToReviewed(bench, 'waiting', 1)
  if (!bench.documents.setState(image, { done: true, isNull: document.isNull, verdict })) return
  goToReviewed(bench, 'waiting', 1)
  keepVerdict(bench, image, standingOf(document))
}

/** Opens the box for the reason, at the pointer. */
export function askReason(bench: Workbench): void {
  const { image } = bench.bench
  bench.settle()
  const { document } = bench
  if (image === undefined || !isEditable(document)) return
  if (document.shapes.length === 0 && !document.isNull) return bench.say({ kind: 'review', about: 'nothing-to-review' })
  bench.set({ asking: { kind: 'reason', image } })
}

/** Back to work with a reason; on to the next image that waits. */
export function reject(bench: Workbench, image: ImageId, reason: string): void {
  const document = bench.documents.view(image)
  if (!isEditable(document)) return
  keepReason(bench.project, reason)
  const verdict = { verdict: 'rejected', reason, by: personName() } as const
  if (!bench.documents.setState(image, { done: false, isNull: document.isNull, verdict })) return
  goToReviewed(bench, 'waiting', 1)
  keepVerdict(bench, image, standingOf(document))
}

/** As if nobody had said anything: the image waits again. */
export function takeVerdictBack(bench: Workbench): void {
  const { image } = bench.bench
  const { document } = bench
  if (image === undefined || !isEditable(document)) return
  bench.set({ lastAct: undefined })
  noteReview(bench, image, 'waiting')
  if (bench.documents.setState(image, { done: true, isNull: document.isNull, verdict: null }))
    bench.announce(t('Verdict removed'))
}

/** Remembers where an image stands, and tells when an approval lapsed without anybody taking it back. */
export function followReview(bench: Workbench, image: ImageId, review: Review): void {
  const before = bench.bench.reviews.get(image) ?? 'none'
  if (before === review.state) return
  noteReview(bench, image, review.state)
  const hasLapsed = before === 'approved' && (review.state === 'waiting' || review.state === 'none')
  if (hasLapsed && image === bench.bench.image) bench.say({ kind: 'review', about: 'approval-lapsed' })
}
