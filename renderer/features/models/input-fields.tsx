import { type ModelInput, RESIZE_MODES } from '#common/inference/manifest'
import { NumberField } from '#renderer/ui/controls/number-field'
import { Select } from '#renderer/ui/controls/select'
import { t } from '#renderer/words/words'
import styles from './dialogs.module.css'
import { rangeOf, sideProblem, VALUE_RANGES } from './input-values.ts'
import { resizeText } from './words.ts'

export interface InputFieldsProps {
  readonly input: ModelInput
  readonly onChange: (input: ModelInput) => void
}

/** A value out of range stays as it was typed. */
const SIDE = {
  unit: 'px',
  labelPlace: 'left',
  formatOptions: { useGrouping: false, maximumFractionDigits: 6 },
} as const

/** How images are fitted to the input of a model. */
export function InputFields({ input, onChange }: InputFieldsProps) {
  const put = (change: Partial<ModelInput>) => onChange({ ...input, ...change })
  const range = rangeOf(input)
  return (
    <div className={styles.form}>
      <NumberField
        {...SIDE}
        label={t('Width')}
        value={input.width}
        error={sideProblem(input.width)}
        onChange={(width) => put({ width })}
      />
      <NumberField
        {...SIDE}
        label={t('Height')}
        value={input.height}
        error={sideProblem(input.height)}
        onChange={(height) => put({ height })}
      />
      <Select
        label={t('Resize')}
        labelPlace="left"
        value={input.resize}
        options={RESIZE_MODES.map((value) => ({ value, label: resizeText(value) }))}
        onChange={(resize) => put({ resize })}
      />
      <Select
        label={t('Channel order')}
        labelPlace="left"
        value={input.channels}
        options={CHANNELS}
        onChange={(channels) => put({ channels })}
      />
      <Select
        label={t('Pixel values')}
        labelPlace="left"
        value={range ?? OWN}
        options={[
          ...VALUE_RANGES.map(({ id, label }) => ({ value: id, label })),
          ...(range === undefined ? [{ value: OWN, label: t('Custom') }] : []),
        ]}
        onChange={(chosen) => put(VALUE_RANGES.find(({ id }) => id === chosen)?.values ?? {})}
      />
    </div>
  )
}

const OWN = 'own'

const CHANNELS = [
  { value: 'rgb', label: t('Red, green, blue') },
  { value: 'bgr', label: t('Blue, green, red') },
] as const
