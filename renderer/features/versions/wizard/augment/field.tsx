import { Checkbox } from '#renderer/ui/controls/checkbox'
import { NumberField } from '#renderer/ui/controls/number-field'
import { RangeSlider, Slider } from '#renderer/ui/controls/slider'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import type { Values } from '../draft/draft.ts'
import step from '../step.module.css'
import styles from './field.module.css'
import type { Field } from './rows.ts'

interface FieldControlProps<Kind = Field> {
  readonly field: Kind
  readonly values: Values
  readonly onChange: (part: Values) => void
  /** Printed where a step has several numbers; read out always. */
  readonly isNamed: boolean
}

/** The control of one parameter, whatever its kind. */
export function FieldControl({ field, ...rest }: FieldControlProps) {
  switch (field.kind) {
    case 'amount':
      return <Amount field={field} {...rest} />
    case 'range':
      return <Range field={field} {...rest} />
    case 'checks':
      return <Checks field={field} {...rest} />
  }
}

type Of<Kind extends Field['kind']> = FieldControlProps<Extract<Field, { kind: Kind }>>

function Amount({ field, values, onChange, isNamed }: Of<'amount'>) {
  const { name, label, unit, min, max, step: by = 1, isBothWays = false } = field
  const value = Number(values[name])
  const set = (next: number) => onChange({ [name]: Math.min(max, Math.max(min, next)) })
  const track = { className: step.slider, label, hideLabel: true, max, step: by }
  // Both thumbs belong to one value: whichever was moved decides, the other mirrors it.
  const mirror = ([from, to]: readonly [number, number]) => set(from === -value ? to : -from)
  return (
    <div className={step.params}>
      {isNamed && <span className={styles.name}>{label}</span>}
      {isBothWays ? (
        <RangeSlider {...track} min={-max} value={[-value, value]} onChange={mirror} />
      ) : (
        <Slider {...track} min={min} value={value} onChange={set} />
      )}
      <NumberField
        label={label}
        hideLabel
        size="small"
        unit={unit}
        className={cx(step.number, isBothWays && step.plusMinus)}
        minValue={min}
        maxValue={max}
        step={by}
        value={value}
        onChange={set}
      />
    </div>
  )
}

function Range({ field, values, onChange }: Of<'range'>) {
  const { from, to, label, unit, min, max } = field
  const [low, high] = [Number(values[from]), Number(values[to])]
  const side = { hideLabel: true, size: 'small', unit, className: styles.end } as const
  return (
    <div className={step.params}>
      <NumberField
        {...side}
        label={t('{{range}}, from', { range: label })}
        minValue={min}
        maxValue={high}
        value={low}
        onChange={(value) => onChange({ [from]: value })}
      />
      <RangeSlider
        className={step.slider}
        label={label}
        hideLabel
        min={min}
        max={max}
        value={[low, high]}
        onChange={([first, last]) => onChange({ [from]: first, [to]: last })}
      />
      <NumberField
        {...side}
        label={t('{{range}}, to', { range: label })}
        minValue={low}
        maxValue={max}
        value={high}
        onChange={(value) => onChange({ [to]: value })}
      />
    </div>
  )
}

function Checks({ field: { label, options }, values, onChange }: Of<'checks'>) {
  const chosen = options.filter(({ name }) => values[name] === true)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that this line has no place for
    <div className={cx(step.params, styles.checks)} role="group" aria-label={label}>
      {options.map(({ name, label: text }) => (
        <Checkbox
          key={name}
          isSelected={values[name] === true}
          isReadOnly={chosen.length === 1 && chosen[0]?.name === name}
          onChange={(isChosen) => onChange({ [name]: isChosen })}
        >
          {text}
        </Checkbox>
      ))}
    </div>
  )
}
