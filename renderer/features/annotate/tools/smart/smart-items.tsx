import type { SegmentCandidate } from '#common/contract/segment'
import { pointCount } from '#renderer/canvas/scene'
import { MOST_DETAIL } from '#renderer/tools/detail'
import { SMART } from '#renderer/tools/kinds/smart'
import { cutRings } from '#renderer/tools/smart/outline'
import { IDLE_SMART, isWaiting, offered, type SmartState } from '#renderer/tools/smart/smart'
import { Button } from '#renderer/ui/controls/button'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Slider } from '#renderer/ui/controls/slider'
import { useChord } from '#renderer/ui/keys/key-map'
import { decimal } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { type EditorState, keepAsOf } from '../../model/editor-state.ts'
import { ArmedClass } from '../../parts/armed-class.tsx'
import styles from '../../parts/bar.module.css'
import { thenCanvas } from '../../parts/pressed.ts'

const NAMES: Readonly<Record<SegmentCandidate['extent'], string>> = {
  whole: t('Whole'),
  part: t('Part'),
  smaller: t('Smaller'),
}

export function smartState({ armed }: EditorState): SmartState {
  return SMART.stateIn(armed) ?? IDLE_SMART
}

/** The class of the cut in hand, and its ways on. */
export function CutItems() {
  return (
    <>
      <ArmedClass />
      <SmartItems />
    </>
  )
}

/** The cut in hand: which of the candidates, how much detail, accept or not. */
function SmartItems() {
  const editor = useEditor()
  const state = useEditorState(smartState)
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
        onPress={thenCanvas(() => editor.send({ type: 'cancel' }))}
      >
        {t('Discard')}
      </Button>
      <Button
        size="small"
        variant="primary"
        chord={useChord('accept')}
        disabledReason={chosen || isWaiting(state) ? undefined : t('Nothing cut out yet')}
        onPress={thenCanvas(() => editor.send({ type: 'enter' }))}
      >
        {t('Accept')}
      </Button>
    </>
  )
}

function emptyText(state: SmartState): string {
  return isWaiting(state)
    ? t('Cutting out …')
    : t('No distinct object at this point. Click another point or drag a box.')
}

interface CandidateProps {
  readonly state: SmartState
  readonly chosen: SegmentCandidate
}

function Candidate({ state, chosen }: CandidateProps) {
  const editor = useEditor()
  const detail = useEditorState(({ options }) => options.detail)
  const keepAs = useEditorState(keepAsOf)
  const context = editor.context()
  const points = context ? pointCount(cutRings(state, context) ?? []) : 0
  return (
    <>
      <Segmented
        label={t('Extent')}
        options={offered(state.candidates).map(({ extent }) => ({ value: extent, label: NAMES[extent] }))}
        value={chosen.extent}
        onChange={(extent) => editor.send({ type: 'choose', extent })}
      />
      <span
        className={`${styles.score} num`}
        title={t('Confidence of the result. Scroll for the next result')}
        onWheel={() => editor.send({ type: 'cycle' })}
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
            onChange={(next) => editor.setOptions({ detail: next })}
          />
          <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
        </>
      )}
    </>
  )
}
