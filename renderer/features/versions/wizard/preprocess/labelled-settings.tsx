import { NumberField } from '#renderer/kit/controls/number-field'
import { Slider } from '#renderer/kit/controls/slider'
import step from '../step.module.css'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

export function LabelledSettings({ value: { percent }, onChange }: SettingsProps<'filter-null'>) {
  const label = 'Labelled images, at least'
  const set = (next: number) => onChange({ percent: next })
  return (
    <>
      <div className={step.params}>
        <Slider className={step.slider} label={label} hideLabel min={0} max={100} value={percent} onChange={set} />
        <NumberField
          label={label}
          hideLabel
          size="small"
          unit="%"
          className={step.number}
          minValue={0}
          maxValue={100}
          value={percent}
          onChange={set}
        />
      </div>
      <p className={styles.sentence}>{sentenceFor(percent)}</p>
    </>
  )
}

function sentenceFor(percent: number): string {
  if (percent === 0) return 'All images without labels stay.'
  if (percent === 100) return 'No image without labels stays.'
  const stays = Math.floor((100 * (100 - percent)) / percent)
  return `For every 100 images with labels at most ${stays} without any ${stays === 1 ? 'stays' : 'stay'}.`
}
