import type { ContrastType } from '#common/versions/preprocessing'
import { Segmented } from '#renderer/ui/controls/segmented'
import { t } from '#renderer/words/words'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

const TYPES = [
  { value: 'Contrast Stretching', label: t('Stretch') },
  { value: 'Histogram Equalization', label: t('Histogram') },
  { value: 'Adaptive Equalization', label: t('Adaptive') },
] as const

const SENTENCES: Readonly<Record<ContrastType, string>> = {
  'Contrast Stretching': t(
    'The darkest 2 % become black and the brightest white; the rest spreads between. Colors stay.',
  ),
  'Histogram Equalization': t('Makes every brightness equally frequent. Colors are lost.'),
  'Adaptive Equalization': t('The same, separately for each part of the image. Colors are lost.'),
}

export function ContrastSettings({ value: { type }, onChange }: SettingsProps<'contrast'>) {
  return (
    <>
      <Segmented
        label={t('Contrast')}
        size="small"
        options={TYPES}
        value={type}
        onChange={(next) => onChange({ type: next })}
      />
      <p className={styles.sentence}>{SENTENCES[type]}</p>
    </>
  )
}
