import type { PolygonShape } from '#common/annotation/shape'
import { pointCount } from '#renderer/canvas/scene'
import { Slider } from '#renderer/kit/controls/slider'
import { t } from '#renderer/kit/words/words'
import { detailedRings, detailLevel, MOST_DETAIL } from '#renderer/tools/detail'
import type { Detailed } from '#renderer/tools/tool'
import styles from '../bars/context-bar.module.css'
import type { Bench } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'

/** How much of what it was cut from the selected polygon keeps. A drag of the slider is one step of the history. */
export function DetailItems({ shape }: { readonly shape: PolygonShape & { readonly drawn: Detailed } }) {
  const bench = useWorkbench()
  const inHand = useBench(levelInHand)
  const { drawn } = shape
  const level = inHand ?? detailLevel(drawn.rings, drawn.detail)
  const points = inHand === undefined ? pointCount(shape.rings) : pointCount(detailedRings(drawn.rings, inHand))
  return (
    <>
      <span className={styles.rule} />
      <Slider
        label={t('Detail')}
        className={styles.slider}
        min={0}
        max={MOST_DETAIL}
        value={level}
        onChange={(next) => bench.send({ type: 'nudge', act: 'detail', level: next })}
        onChangeEnd={() => bench.settle()}
      />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
    </>
  )
}

function levelInHand({ armed }: Bench): number | undefined {
  const isSetting = armed.tool === 'select' && armed.state.at === 'nudging' && armed.state.act === 'detail'
  return isSetting ? armed.state.level : undefined
}
