import type { ImageDepth, SampleWindow } from '#common/contract/pixels'
import { RangeSlider } from '#renderer/ui/controls/slider'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { chooseSamples, dragSamples } from '../../commands/view/tone.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import styles from './view-strip.module.css'

/** Which samples of an image with 16 bits are black and which are white, over the image's own histogram, in its own numbers. */
export function SampleWindowControl({ depth }: { readonly depth: ImageDepth }) {
  const editor = useEditor()
  const { from, to } = useEditorState(({ samples, draggedSamples }) => draggedSamples ?? samples ?? depth.window)
  const [lowest, highest] = [Math.min(depth.lowest, from), Math.max(depth.highest, to, depth.lowest + 1)]
  return (
    <div className={styles.samples}>
      <span className={styles.caption}>{t('Samples')}</span>
      <span className={`${styles.number} num`}>{count(from)}</span>
      <div className={styles.curve}>
        <Histogram bins={depth.histogram} />
        <RangeSlider
          label={t('Samples')}
          hideLabel
          min={lowest}
          max={highest}
          value={[from, to]}
          onChange={(next) => dragSamples(editor, windowOf(next))}
          onChangeEnd={(next) => chooseSamples(editor, windowOf(next))}
        />
      </div>
      <span className={`${styles.number} num`}>{count(to)}</span>
    </div>
  )
}

/** Black and white are at least one sample apart. */
function windowOf([from, to]: readonly [number, number]): SampleWindow {
  return to > from ? { from, to } : { from: Math.max(0, to - 1), to: Math.max(1, to) }
}

/** Heights grow with the square root: rare samples, which are often the objects, stay visible. */
function Histogram({ bins }: { readonly bins: readonly number[] }) {
  const most = Math.sqrt(Math.max(1, ...bins))
  const bars = bins.map((samples, i) => `M${i} 1V${1 - Math.sqrt(samples) / most}H${i + 1}V1Z`).join('')
  return (
    <svg className={styles.bars} viewBox={`0 0 ${bins.length} 1`} preserveAspectRatio="none" aria-hidden>
      <path d={bars} fill="currentColor" />
    </svg>
  )
}
