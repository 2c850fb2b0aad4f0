import { Hourglass } from 'lucide-react'
import type { Review, Reviewed } from '#common/annotation/review'
import { Button } from '#renderer/ui/controls/button'
import { useChord } from '#renderer/ui/keys/key-map'
import { Popover } from '#renderer/ui/overlay/popover'
import { ReviewMark } from '#renderer/ui/review/review-mark'
import { REVIEW_NAMES } from '#renderer/ui/review/words'
import { moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { approve, askReason, takeVerdictBack } from '../../commands/review/review.ts'
import type { Editor } from '../../editor/editor.ts'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import styles from './review-chip.module.css'

/** The review of the image, with the reason; pressing it shows the details and offers the verdicts. */
export function ReviewChip() {
  const canReview = useEditorState((state) => state.canReview)
  const review = useDocument((document) => document?.review)
  if (!canReview || !review || review.state === 'none') return null
  return <Said review={review} state={review.state} />
}

function Said({ review, state }: { readonly review: Review; readonly state: Reviewed }) {
  const { reason } = review
  const word = state === 'waiting' && reason !== '' ? t('Back in review') : REVIEW_NAMES[state]
  const text = reason === '' ? word : `${word}: ${reason}`
  return (
    <Popover
      label={t('Review|noun')}
      className={styles.popover}
      placement="bottom start"
      trigger={
        <Button
          size="small"
          variant="quiet"
          className={styles.chip}
          aria-label={t('Review. {{verdict}}', { verdict: text })}
        >
          {state === 'waiting' ? <Hourglass className={styles.waiting} /> : <ReviewMark review={state} />}
          <span className="truncate">{text}</span>
        </Button>
      }
    >
      {(close) => <Verdicts {...{ review, state, close }} />}
    </Popover>
  )
}

interface VerdictsProps {
  readonly review: Review
  readonly state: Reviewed
  readonly close: () => void
}

function Verdicts({ review, state, close }: VerdictsProps) {
  const editor = useEditor()
  const approveChord = useChord('approve')
  const rejectChord = useChord('reject')
  const then = (act: (on: Editor) => void) => () => {
    close()
    act(editor)
  }
  return (
    <div className={styles.panel}>
      <p className={styles.facts}>{factsOf(review, state)}</p>
      {review.reason !== '' && <p className={styles.reason}>{review.reason}</p>}
      <div className={styles.acts}>
        {state !== 'approved' && (
          <Button size="small" chord={approveChord} onPress={then(approve)}>
            {t('Approve')}
          </Button>
        )}
        <Button size="small" chord={rejectChord} onPress={then(askReason)}>
          {state === 'rejected' ? t('Change the reason') : t('Request changes')}
        </Button>
        {state !== 'waiting' && (
          <Button size="small" variant="quiet" onPress={then(takeVerdictBack)}>
            {t('Take back|verdict')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** "Changes requested by Bo, 5 min ago"; what waits after a rejection says so. */
function factsOf({ reason, by, at }: Review, state: Reviewed): string {
  if (state === 'waiting' && reason === '') return t('Not reviewed yet')
  const said =
    by === '' ? REVIEW_NAMES[state] : t('{{verdict}} by {{name}}', { verdict: REVIEW_NAMES[state], name: by })
  const before =
    by === ''
      ? t('Changes were requested; done again since. Reason given')
      : t('Changes were requested; done again since. Reason given by {{name}}', { name: by })
  return `${state === 'waiting' ? before : said}${at === null ? '' : `, ${moment(at)}`}`
}
