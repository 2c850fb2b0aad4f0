import type { ImageId } from '#common/ids'
import { personName } from '#renderer/ui/app/person'
import { keepReason } from '#renderer/ui/review/reasons'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { goTo } from '../../effects/queue/open-image.ts'
import { noteReview } from '../../effects/review/note-review.ts'
import { isEditable } from '../../model/document/document-state.ts'
import { nextUnfinished, startOf } from '../../model/queue.ts'
import { keepVerdict, standingOf } from './last-verdict.ts'

/** On to the next image of the queue that stands so with its reviewers, going round the end. */
export function goToReviewed(editor: Editor, wanted: 'waiting' | 'rejected', way: 1 | -1): void {
  const { queue, reviews, image } = editor.state
  const from = startOf(queue, image, way)
  const next = nextUnfinished(queue.ids, from, { way, isUnfinished: (id) => reviews.get(id) === wanted })
  if (next === undefined) editor.say({ kind: 'review', about: `none-${wanted}` })
  else goTo(editor, next)
}

/** The labels are right; on to the next image that waits. An approved image is done. */
export function approve(editor: Editor): void {
  const { image } = editor.state
  editor.settle()
  const { document } = editor
  if (image === undefined || !isEditable(document)) return
  if (document.shapes.length === 0 && !document.isNull)
    return editor.say({ kind: 'review', about: 'nothing-to-review' })
  const verdict = { verdict: 'approved', reason: '', by: personName() } as const
  if (document.review.state === 'approved') return goToReviewed(editor, 'waiting', 1)
  if (!editor.documents.setState(image, { done: true, isNull: document.isNull, verdict })) return
  goToReviewed(editor, 'waiting', 1)
  keepVerdict(editor, image, standingOf(document))
}

/** Opens the box for the reason, at the pointer. */
export function askReason(editor: Editor): void {
  const { image } = editor.state
  editor.settle()
  const { document } = editor
  if (image === undefined || !isEditable(document)) return
  if (document.shapes.length === 0 && !document.isNull)
    return editor.say({ kind: 'review', about: 'nothing-to-review' })
  editor.set({ asking: { kind: 'reason', image } })
}

/** Back to work with a reason; on to the next image that waits. */
export function reject(editor: Editor, image: ImageId, reason: string): void {
  const document = editor.documents.view(image)
  if (!isEditable(document)) return
  keepReason(editor.project, reason)
  const verdict = { verdict: 'rejected', reason, by: personName() } as const
  if (!editor.documents.setState(image, { done: false, isNull: document.isNull, verdict })) return
  goToReviewed(editor, 'waiting', 1)
  keepVerdict(editor, image, standingOf(document))
}

/** As if nobody had said anything: the image waits again. */
export function takeVerdictBack(editor: Editor): void {
  const { image } = editor.state
  const { document } = editor
  if (image === undefined || !isEditable(document)) return
  editor.set({ lastAct: undefined })
  noteReview(editor, image, 'waiting')
  if (editor.documents.setState(image, { done: true, isNull: document.isNull, verdict: null }))
    editor.announce(t('Verdict removed'))
}
