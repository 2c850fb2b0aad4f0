import { Button } from '#renderer/ui/controls/button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { approve, askReason } from '../../commands/review/review.ts'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { thenCanvas } from '../../parts/pressed.ts'

/** Whether the image on screen waits for a verdict that can be given here. */
export function useIsInReview(): boolean {
  const canReview = useEditorState((state) => state.canReview)
  return useDocument((document) => document?.load === 'ready' && document.review.state === 'waiting') && canReview
}

/** The two verdicts on an image in review. */
export function VerdictButtons() {
  const editor = useEditor()
  return (
    <>
      <Button
        writes="projects"
        size="small"
        variant="quiet"
        chord={useChord('reject')}
        onPress={() => askReason(editor)}
      >
        {t('Request changes')}
      </Button>
      <Button
        writes="projects"
        size="small"
        variant="primary"
        chord={useChord('approve')}
        onPress={thenCanvas(() => approve(editor))}
      >
        {t('Approve')}
      </Button>
    </>
  )
}
