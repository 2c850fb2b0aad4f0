import type { Channel } from '#renderer/canvas/still/channel'
import { Segmented, type SegmentOption } from '#renderer/ui/controls/segmented'
import { Slider } from '#renderer/ui/controls/slider'
import { decimal } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { setTone } from '../../commands/view/tone.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { Tone } from '../../model/editor-state.ts'
import styles from './view-strip.module.css'

interface ToneRange {
  readonly part: 'brightness' | 'contrast' | 'gamma' | 'localContrast'
  readonly label: string
  readonly min: number
  readonly max: number
  readonly told: (value: number) => string
}

const hundredths = (value: number) => decimal(value, 2)

const RANGES: readonly ToneRange[] = [
  { part: 'brightness', label: t('Brightness'), min: -1, max: 1, told: signed },
  { part: 'contrast', label: t('Contrast'), min: 0, max: 3, told: hundredths },
  { part: 'gamma', label: t('Gamma'), min: 0.2, max: 4, told: hundredths },
  { part: 'localContrast', label: t('Local contrast'), min: 0, max: 1, told: hundredths },
]

/** One part in a hundred. */
const STEP = 0.01

export function ToneSliders() {
  return (
    <div className={styles.sliders}>
      {RANGES.map((range) => (
        <ToneSlider key={range.part} range={range} />
      ))}
    </div>
  )
}

function ToneSlider({ range: { part, label, min, max, told } }: { readonly range: ToneRange }) {
  const editor = useEditor()
  const value = useEditorState(({ tone }) => tone[part])
  const change = (next: number): Partial<Tone> => ({ [part]: next })
  return (
    <Slider
      label={label}
      className={styles.slider}
      min={min}
      max={max}
      step={STEP}
      value={value}
      valueText={told(value)}
      onChange={(next) => setTone(editor, change(next))}
    />
  )
}

function signed(value: number): string {
  const percent = Math.round(value * 100)
  return percent > 0 ? `+${percent}` : String(percent).replace('-', '−')
}

const CHANNEL_OPTIONS: readonly SegmentOption<Channel>[] = [
  { value: 'all', label: t('All') },
  { value: 'red', label: t('Red') },
  { value: 'green', label: t('Green') },
  { value: 'blue', label: t('Blue') },
]

/** One color channel by itself, as gray, or all of them. */
export function ChannelChoice() {
  const editor = useEditor()
  const channel = useEditorState(({ tone }) => tone.channel)
  return (
    <div className={styles.channel}>
      <span className={styles.caption}>{t('Channel')}</span>
      <Segmented
        label={t('Channel')}
        size="small"
        options={CHANNEL_OPTIONS}
        value={channel}
        onChange={(next) => setTone(editor, { channel: next })}
      />
    </div>
  )
}
