import type { ContrastType } from '#common/versions/preprocessing'
import { Segmented } from '#renderer/kit/controls/segmented'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

const TYPES = [
  { value: 'Contrast Stretching', label: 'Stretch' },
  { value: 'Histogram Equalization', label: 'Histogram' },
  { value: 'Adaptive Equalization', label: 'Adaptive' },
] as const

const SENTENCES: Readonly<Record<ContrastType, string>> = {
  'Contrast Stretching':
    'The darkest 2 % become black and the brightest white; the rest spreads between. Colours stay.',
  'Histogram Equalization': 'Makes every brightness equally frequent. Colours are lost.',
  'Adaptive Equalization': 'The same for each part of the image by itself. Colours are lost.',
}

export function ContrastSettings({ value: { type }, onChange }: SettingsProps<'contrast'>) {
  return (
    <>
      <Segmented
        label="Contrast"
        size="small"
        options={TYPES}
        value={type}
        onChange={(next) => onChange({ type: next })}
      />
      <p className={styles.sentence}>{SENTENCES[type]}</p>
    </>
  )
}
