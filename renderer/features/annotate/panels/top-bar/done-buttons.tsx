import { Check } from 'lucide-react'
import { type Labelling, labelCount, labellingOf } from '#renderer/data/project-type'
import { Button } from '#renderer/ui/controls/button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { finish, toggleNothing } from '../../commands/queue/queue.ts'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { thenCanvas } from '../../parts/pressed.ts'
import { useIsInReview, VerdictButtons } from './verdict-buttons.tsx'

/** Says of the image as a whole that it is done, or what a reviewer says of one that is. */
export function DoneButtons() {
  const isInReview = useIsInReview()
  const isNull = useDocument((document) => document?.isNull ?? false)
  return (
    <>
      {(!isInReview || isNull) && <BackgroundButton isNull={isNull} />}
      {isInReview ? <VerdictButtons /> : <DoneButton />}
    </>
  )
}

function BackgroundButton({ isNull }: { readonly isNull: boolean }) {
  const editor = useEditor()
  const shapes = useDocument((document) => document?.shapes.length ?? 0)
  const labelling = useEditorState(({ projectType }) => labellingOf(projectType))
  const isReady = useIsReady()
  return (
    <Button
      writes="projects"
      size="small"
      variant="quiet"
      chord={useChord('nothing')}
      aria-pressed={isNull}
      disabledReason={isReady ? hasLabels(shapes, labelling) : t('Its annotations are not loaded')}
      onPress={thenCanvas(() => toggleNothing(editor))}
    >
      {isNull && <Check />}
      {t('Mark as background')}
    </Button>
  )
}

function DoneButton() {
  const editor = useEditor()
  const isReady = useIsReady()
  return (
    <Button
      writes="projects"
      size="small"
      variant="primary"
      chord={useChord('done')}
      disabledReason={isReady ? undefined : t('Its annotations are not loaded')}
      onPress={thenCanvas(() => finish(editor))}
    >
      {t('Done, next')}
    </Button>
  )
}

function useIsReady(): boolean {
  return useDocument((document) => document?.load === 'ready')
}

/** Why an image with labels is no background. */
function hasLabels(shapes: number, labelling: Labelling): string | undefined {
  return shapes > 0 ? t('This image has {{labels}}', { labels: labelCount(shapes, labelling) }) : undefined
}
