import type { KeyboardEvent } from 'react'
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Group,
  Input,
  Label,
} from 'react-aria-components'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { FieldProblem, rootClass } from './text-field.tsx'

export interface NumberFieldProps
  extends Omit<AriaNumberFieldProps, 'className' | 'children' | 'style' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly hideLabel?: boolean | undefined
  readonly labelPlace?: 'above' | 'left' | undefined
  readonly size?: 'normal' | 'small' | undefined
  readonly unit?: string | undefined
  readonly error?: string | undefined
  readonly className?: string | undefined
}

/**
 * A number field. Arrow keys change it by `step` (1), with Shift by ten steps. The unit is inside the field at the
 * right.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, labelPlace, size, unit, error, className, value, onChange, ...rest } = props
  const { step = 1, minValue = -Infinity, maxValue = Infinity } = rest
  const take = (next: number) => onChange(Number.isNaN(next) ? value : next)
  const stepTen = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onChange(Math.min(maxValue, Math.max(minValue, value + (event.key === 'ArrowUp' ? 10 : -10) * step)))
  }
  return (
    <AriaNumberField
      {...rest}
      {...(hideLabel === true && { 'aria-label': label })}
      value={value}
      onChange={take}
      isInvalid={error !== undefined}
      className={rootClass({ labelPlace, size, hideLabel, className })}
    >
      {hideLabel !== true && <Label className={styles.label ?? ''}>{label}</Label>}
      <Group className={styles.box ?? ''} onKeyDownCapture={stepTen}>
        <Input className={cx(styles.input, styles.number)} />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </Group>
      <FieldProblem text={error} />
    </AriaNumberField>
  )
}
