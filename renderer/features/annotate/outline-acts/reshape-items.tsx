import { Button } from '#renderer/kit/controls/button'
import { t } from '#renderer/kit/words/words'
import type { Armed } from '#renderer/tools/armed'
import { pathLength } from '#renderer/tools/polygon/path'
import { leastNumbers, type Purpose } from '#renderer/tools/reshape/reshape'
import styles from '../bars/context-bar.module.css'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import type { Bench } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { shapeName } from '../workbench/shape-names.ts'
import { leaveReshape } from './outline-acts.ts'
import { SnapToggle } from './snap-toggles.tsx'
import { PURPOSE_WORDS } from './words.ts'

/** What is drawn over the selection, and how it ends. */
export function ReshapeItems() {
  const bench = useWorkbench()
  const purpose = useBench(purposeOf)
  const points = useBench(({ armed }) => (armed.tool === 'reshape' ? pathLength(armed.state.path) : 0))
  const subject = useSubject()
  const { about, end, needs } = PURPOSE_WORDS[purpose]
  const [finish, leave, discard] = [useChord('finish-reshape'), useChord('leave-reshape'), useChord('discard')]
  const stop = () => (points > 0 ? bench.send({ type: 'cancel' }) : leaveReshape(bench))
  return (
    <>
      <span className="medium">{about(subject)}</span>
      <span className={styles.rule} />
      <SnapToggle />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
      <Button size="small" variant="quiet" chord={points > 0 ? discard : leave} onPress={thenCanvas(stop)}>
        {points > 0 ? t('Discard') : t('Done')}
      </Button>
      <Button
        size="small"
        variant="primary"
        chord={finish}
        disabledReason={points * 2 < leastNumbers(purpose) ? needs : undefined}
        onPress={thenCanvas(() => bench.send({ type: 'enter' }))}
      >
        {end}
      </Button>
    </>
  )
}

function purposeOf({ armed }: Pick<Bench, 'armed'>): Purpose {
  return purposeIn(armed) ?? 'slice'
}

function purposeIn(armed: Armed): Purpose | undefined {
  return armed.tool === 'reshape' ? armed.state.purpose : undefined
}

/** "Car 3", "2 shapes". */
function useSubject(): string {
  const bench = useWorkbench()
  const selection = useBench((all) => all.selection)
  const [only, ...others] = selection
  const named = only && others.length === 0 ? bench.namedShape(only) : undefined
  return named ? shapeName(named) : t('{{count}} shapes', { count: selection.length })
}
