import { NumberField } from '#renderer/ui/controls/number-field'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Select } from '#renderer/ui/controls/select'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import type { TileChoice } from '../draft/draft.ts'
import step from '../step.module.css'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-props.ts'

const MODES = [
  { value: 'grid', label: t('Rows, columns') },
  { value: 'fixed_size', label: t('Size') },
  { value: 'fixed_aspect', label: t('Proportions') },
] as const

const SPANS = [
  { value: 'width', label: t('Full width') },
  { value: 'height', label: t('Full height') },
] as const

const EDGES = [
  { value: 'black', label: t('Fill with black') },
  { value: 'white', label: t('Fill with white') },
  { value: 'reflect', label: t('Mirror the image') },
  { value: 'none', label: t('Move the tile back') },
] as const

export function TilesSettings({ value, onChange }: SettingsProps<'tile'>) {
  const set = (part: Partial<TileChoice>) => onChange({ ...value, ...part })
  return (
    <>
      <Segmented
        label={t('How to cut')}
        size="small"
        options={MODES}
        value={value.mode}
        onChange={(mode) => set({ mode })}
      />
      <Measures value={value} set={set} />
      {value.mode !== 'grid' && <Edges value={value} set={set} />}
    </>
  )
}

interface PartProps {
  readonly value: TileChoice
  readonly set: (part: Partial<TileChoice>) => void
}

function Measures({ value, set }: PartProps) {
  const { mode, rows, columns, width, height, aspectRatio, span } = value
  const field = { size: 'small', hideLabel: true, className: styles.side } as const
  if (mode === 'fixed_aspect') {
    return (
      <div className={cx(step.params, step.below)}>
        <Segmented
          label={t('Side a tile fills')}
          size="small"
          options={SPANS}
          value={span}
          onChange={(next) => set({ span: next })}
        />
        <NumberField
          {...field}
          label={t('Width divided by height')}
          unit=": 1"
          minValue={0.05}
          maxValue={20}
          step={0.05}
          value={aspectRatio}
          onChange={(next) => set({ aspectRatio: next })}
        />
      </div>
    )
  }
  if (mode === 'grid') {
    const count = { ...field, minValue: 1, maxValue: 20 }
    return (
      <div className={cx(step.params, step.below)}>
        <NumberField
          {...count}
          label={t('Rows')}
          unit={t('rows')}
          value={rows}
          onChange={(next) => set({ rows: next })}
        />
        <span className="text-3">×</span>
        <NumberField
          {...count}
          label={t('Columns')}
          unit={t('columns')}
          value={columns}
          onChange={(next) => set({ columns: next })}
        />
      </div>
    )
  }
  const side = { ...field, minValue: 16, maxValue: 8192, unit: 'px' }
  return (
    <div className={cx(step.params, step.below)}>
      <NumberField {...side} label={t('Width of a tile')} value={width} onChange={(next) => set({ width: next })} />
      <span className="text-3">×</span>
      <NumberField {...side} label={t('Height of a tile')} value={height} onChange={(next) => set({ height: next })} />
    </div>
  )
}

/** How tiles of a given size share and leave the image. */
function Edges({ value: { overlap, padding }, set }: PartProps) {
  return (
    <>
      <div className={cx(step.params, step.below)}>
        <span className={styles.label}>{t('Overlap')}</span>
        <NumberField
          label={t('Overlap')}
          hideLabel
          size="small"
          unit="%"
          className={step.number}
          minValue={0}
          maxValue={90}
          value={overlap}
          onChange={(next) => set({ overlap: next })}
        />
      </div>
      <div className={step.params}>
        <span className={styles.label}>{t('Last tile')}</span>
        <Select
          label={t('What lies beyond the image in the last tile')}
          hideLabel
          size="small"
          className={styles.grow}
          options={EDGES}
          value={padding}
          onChange={(next) => set({ padding: next })}
        />
      </div>
    </>
  )
}
