import { pointsSet } from '#renderer/tools/keypoints'
import { KEYPOINTS } from '#renderer/tools/kinds/keypoints'
import { Button } from '#renderer/ui/controls/button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { armedClass, type EditorState, nextPoint } from '../../model/editor-state.ts'
import { ArmedClass } from '../../parts/armed-class.tsx'
import styles from '../../parts/bar.module.css'
import { thenCanvas } from '../../parts/pressed.ts'

/** The class of the object in hand, and its points. */
export function ObjectItems() {
  return (
    <>
      <ArmedClass />
      <PointItems />
    </>
  )
}

/** The object in hand: which point is next, and the ways on. */
function PointItems() {
  const editor = useEditor()
  const label = useEditorState(armedClass)
  const next = useEditorState(nextPoint)
  const set = useEditorState(pointsInHand)
  const skipChord = useChord('skip-point')
  if (!label) return null
  if (!label.skeleton)
    return (
      <>
        <span className={styles.rule} />
        <span className={styles.empty}>{t('Its points have no names yet')}</span>
        <Button size="small" variant="primary" onPress={() => editor.set({ skeletonOf: label.id })}>
          {t('Name the points')}
        </Button>
      </>
    )
  return (
    <>
      <span className={styles.rule} />
      <span>
        <b className="medium">{next}</b>{' '}
        <span className="text-3 num">
          {t('{{done}} of {{total}}', { done: set + 1, total: label.skeleton.points.length })}
        </span>
      </span>
      <Button size="small" variant="quiet" chord={skipChord} onPress={thenCanvas(() => editor.send({ type: 'skip' }))}>
        {t('Skip')}
      </Button>
      {set > 0 && <Ends />}
    </>
  )
}

function Ends() {
  const editor = useEditor()
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        chord={useChord('discard')}
        onPress={thenCanvas(() => editor.send({ type: 'cancel' }))}
      >
        {t('Discard')}
      </Button>
      <Button
        size="small"
        variant="primary"
        chord={useChord('finish-object')}
        onPress={thenCanvas(() => editor.send({ type: 'enter' }))}
      >
        {t('Finish')}
      </Button>
    </>
  )
}

function pointsInHand({ armed }: EditorState): number {
  const state = KEYPOINTS.stateIn(armed)
  return state ? pointsSet(state) : 0
}
