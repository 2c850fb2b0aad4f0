import type { PolygonShape } from '#common/annotation/shape'
import { pointCount } from '#renderer/canvas/scene'
import { detailedRings, detailLevel, MOST_DETAIL } from '#renderer/tools/detail'
import { SELECT } from '#renderer/tools/kinds/select'
import type { Detailed } from '#renderer/tools/tool'
import { Slider } from '#renderer/ui/controls/slider'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { EditorState } from '../../model/editor-state.ts'
import styles from '../../parts/bar.module.css'

/** How much of what it was cut from the selected polygon keeps. A drag of the slider is one step of the history. */
export function DetailItems({ shape }: { readonly shape: PolygonShape & { readonly drawn: Detailed } }) {
  const editor = useEditor()
  const inHand = useEditorState(levelInHand)
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
        onChange={(next) => editor.send({ type: 'nudge', act: 'detail', level: next })}
        onChangeEnd={() => editor.settle()}
      />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
    </>
  )
}

function levelInHand({ armed }: EditorState): number | undefined {
  const state = SELECT.stateIn(armed)
  return state?.at === 'nudging' && state.act === 'detail' ? state.level : undefined
}
