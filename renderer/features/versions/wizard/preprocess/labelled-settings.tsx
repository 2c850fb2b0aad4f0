import { NumberField } from '#renderer/ui/controls/number-field'
import { Slider } from '#renderer/ui/controls/slider'
import { t } from '#renderer/words/words'
import step from '../step.module.css'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

export function LabelledSettings({ value: { percent }, onChange }: SettingsProps<'filter-null'>) {
  const label = t('Labeled images, at least')
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
  if (percent === 0) return t('All images without annotations are kept.')
  if (percent === 100) return t('No image without annotations is kept.')
  const count = Math.floor((100 * (100 - percent)) / percent)
  return t('For every 100 annotated images, at most {{count}} without annotations are kept.', { count })
}
