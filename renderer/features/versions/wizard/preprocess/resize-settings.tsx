import { RESIZE_FORMATS } from '#common/versions/preprocessing'
import { NumberField } from '#renderer/ui/controls/number-field'
import { Select } from '#renderer/ui/controls/select'
import { t } from '#renderer/words/words'
import step from '../step.module.css'
import { RESIZE_NAMES, RESIZE_SENTENCES } from '../words.ts'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

const FORMATS = RESIZE_FORMATS.map((value) => ({ value, label: RESIZE_NAMES[value] }))

export function ResizeSettings({ value, onChange }: SettingsProps<'resize'>) {
  const { width, height, format } = value
  const side = {
    size: 'small',
    minValue: 1,
    maxValue: 8192,
    unit: 'px',
    hideLabel: true,
    className: styles.side,
  } as const
  return (
    <>
      <div className={step.params}>
        <NumberField
          {...side}
          label={t('Width')}
          value={width}
          onChange={(next) => onChange({ ...value, width: next })}
        />
        <span className="text-3">×</span>
        <NumberField
          {...side}
          label={t('Height')}
          value={height}
          onChange={(next) => onChange({ ...value, height: next })}
        />
      </div>
      <Select
        label={t('How to resize')}
        hideLabel
        size="small"
        className={styles.select}
        options={FORMATS}
        value={format}
        onChange={(next) => onChange({ ...value, format: next })}
      />
      <p className={styles.sentence}>{RESIZE_SENTENCES[format](`${width} × ${height}`)}</p>
    </>
  )
}
