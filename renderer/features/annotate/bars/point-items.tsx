import { Button } from '#renderer/kit/controls/button'
import { t } from '#renderer/kit/words/words'
import { pointsSet } from '#renderer/tools/keypoints'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { armedClass, nextPoint } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import styles from './context-bar.module.css'

/** The object in hand: which point is next, and the ways on. */
export function PointItems() {
  const bench = useWorkbench()
  const label = useBench(armedClass)
  const next = useBench(nextPoint)
  const set = useBench(({ armed }) => (armed.tool === 'keypoints' ? pointsSet(armed.state) : 0))
  const skipChord = useChord('skip-point')
  if (!label) return null
  if (!label.skeleton)
    return (
      <>
        <span className={styles.rule} />
        <span className={styles.empty}>{t('Its points have no names yet')}</span>
        <Button size="small" variant="primary" onPress={() => bench.set({ skeletonOf: label.id })}>
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
      <Button size="small" variant="quiet" chord={skipChord} onPress={thenCanvas(() => bench.send({ type: 'skip' }))}>
        {t('Skip')}
      </Button>
      {set > 0 && <Ends />}
    </>
  )
}

function Ends() {
  const bench = useWorkbench()
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        chord={useChord('discard')}
        onPress={thenCanvas(() => bench.send({ type: 'cancel' }))}
      >
        {t('Discard')}
      </Button>
      <Button
        size="small"
        variant="primary"
        chord={useChord('finish-object')}
        onPress={thenCanvas(() => bench.send({ type: 'enter' }))}
      >
        {t('Finish')}
      </Button>
    </>
  )
}
