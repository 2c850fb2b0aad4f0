import type { SegmentCandidate } from '#common/contract/segment'
import { pointCount } from '#renderer/canvas/scene'
import { Button } from '#renderer/kit/controls/button'
import { Segmented } from '#renderer/kit/controls/segmented'
import { Slider } from '#renderer/kit/controls/slider'
import { decimal } from '#renderer/kit/format'
import { t } from '#renderer/kit/words/words'
import { MOST_DETAIL } from '#renderer/tools/detail'
import { cutRings } from '#renderer/tools/smart/outline'
import { IDLE_SMART, isWaiting, offered, type SmartState } from '#renderer/tools/smart/smart'
import { useChord } from '../keys/bindings/store.ts'
import { thenCanvas } from '../keys/pressed.ts'
import { type Bench, keepAsOf } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import styles from './context-bar.module.css'

const NAMES: Readonly<Record<SegmentCandidate['extent'], string>> = {
  whole: t('Whole'),
  part: t('Part'),
  smaller: t('Smaller'),
}

export function smartState({ armed }: Bench): SmartState {
  return armed.tool === 'smart' ? armed.state : IDLE_SMART
}

/** The cut in hand: which of the candidates, how much detail, accept or not. */
export function SmartItems() {
  const bench = useWorkbench()
  const state = useBench(smartState)
  const chosen = state.candidates[state.chosen]
  return (
    <>
      <span className={styles.rule} />
      {chosen ? <Candidate state={state} chosen={chosen} /> : <span className={styles.empty}>{emptyText(state)}</span>}
      <span className={styles.rule} />
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
        chord={useChord('accept')}
        disabledReason={chosen || isWaiting(state) ? undefined : t('Nothing is cut out yet')}
        onPress={thenCanvas(() => bench.send({ type: 'enter' }))}
      >
        {t('Accept')}
      </Button>
    </>
  )
}

function emptyText(state: SmartState): string {
  return isWaiting(state) ? t('Cutting out …') : t('Nothing distinct there. Click another place or drag a box.')
}

interface CandidateProps {
  readonly state: SmartState
  readonly chosen: SegmentCandidate
}

function Candidate({ state, chosen }: CandidateProps) {
  const bench = useWorkbench()
  const detail = useBench(({ options }) => options.detail)
  const keepAs = useBench(keepAsOf)
  const context = bench.context()
  const points = context ? pointCount(cutRings(state, context) ?? []) : 0
  return (
    <>
      <Segmented
        label={t('Extent')}
        options={offered(state.candidates).map(({ extent }) => ({ value: extent, label: NAMES[extent] }))}
        value={chosen.extent}
        onChange={(extent) => bench.send({ type: 'choose', extent })}
      />
      <span
        className={`${styles.score} num`}
        title={t('Confidence of the result. Scroll for the next result')}
        onWheel={() => bench.send({ type: 'cycle' })}
      >
        {decimal(chosen.score, 2)}
      </span>
      {keepAs === 'polygon' && (
        <>
          <span className={styles.rule} />
          <Slider
            label={t('Detail')}
            className={styles.slider}
            min={0}
            max={MOST_DETAIL}
            value={detail}
            onChange={(next) => bench.setOptions({ detail: next })}
          />
          <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
        </>
      )}
    </>
  )
}
