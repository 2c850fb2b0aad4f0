import { Button } from '#renderer/kit/controls/button'
import { t } from '#renderer/kit/words/words'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { useBench, useDocument, useWorkbench } from '../workbench/session.tsx'
import { approve, askReason } from './review-acts.ts'

/** Whether the image on screen waits for a verdict that can be given here. */
export function useIsInReview(): boolean {
  const canReview = useBench((bench) => bench.canReview)
  return useDocument((document) => document?.load === 'ready' && document.review.state === 'waiting') && canReview
}

/** The two verdicts on an image in review. */
export function VerdictButtons() {
  const bench = useWorkbench()
  return (
    <>
      <Button
        writes="projects"
        size="small"
        variant="quiet"
        chord={useChord('reject')}
        onPress={() => askReason(bench)}
      >
        {t('Reject|image')}
      </Button>
      <Button
        writes="projects"
        size="small"
        variant="primary"
        chord={useChord('approve')}
        onPress={thenCanvas(() => approve(bench))}
      >
        {t('Approve')}
      </Button>
    </>
  )
}
