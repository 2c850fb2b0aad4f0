import { Check } from 'lucide-react'
import { Button } from '#renderer/kit/controls/button'
import { type Labelling, labelCount, labellingOf } from '#renderer/kit/display/project-type'
import { t } from '#renderer/kit/words/words'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { finish, toggleNothing } from '../queue/queue-acts.ts'
import { useIsInReview, VerdictButtons } from '../review/verdict-buttons.tsx'
import { useBench, useDocument, useWorkbench } from '../workbench/session.tsx'

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
  const bench = useWorkbench()
  const shapes = useDocument((document) => document?.shapes.length ?? 0)
  const labelling = useBench(({ projectType }) => labellingOf(projectType))
  const isReady = useIsReady()
  return (
    <Button
      writes="projects"
      size="small"
      variant="quiet"
      chord={useChord('nothing')}
      aria-pressed={isNull}
      disabledReason={isReady ? hasLabels(shapes, labelling) : t('Its labels are not loaded')}
      onPress={thenCanvas(() => toggleNothing(bench))}
    >
      {isNull && <Check />}
      {t('Mark as background')}
    </Button>
  )
}

function DoneButton() {
  const bench = useWorkbench()
  const isReady = useIsReady()
  return (
    <Button
      writes="projects"
      size="small"
      variant="primary"
      chord={useChord('done')}
      disabledReason={isReady ? undefined : t('Its labels are not loaded')}
      onPress={thenCanvas(() => finish(bench))}
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
