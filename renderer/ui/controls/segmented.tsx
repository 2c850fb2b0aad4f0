import type { ReactNode } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useReadOnly, type Written } from '#renderer/data/read-only'
import { cx } from '../cx.ts'
import styles from './choice.module.css'

export interface SegmentOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Shown instead of the label, which stays the accessible name. */
  readonly icon?: ReactNode
}

export interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly SegmentOption<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly size?: 'normal' | 'small' | undefined
  /** Fills its row with segments of equal width. */
  readonly isWide?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** Data that the control changes. It is disabled while that data is read-only. */
  readonly writes?: Written | undefined
  readonly className?: string | undefined
}

/** A choice of one among two to five modes. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, size = 'normal', isWide = false, writes, className } = props
  const isReadOnly = useReadOnly(writes) !== undefined
  const isDisabled = props.isDisabled === true || isReadOnly
  const choose = (keys: Set<unknown>) => {
    const chosen = options.find((option) => keys.has(option.value))
    if (chosen !== undefined) onChange(chosen.value)
  }
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={choose}
      isDisabled={isDisabled}
      className={cx(styles.segments, isWide && styles.wide, size === 'small' && styles.small, className)}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className={styles.segment ?? ''}
          {...(option.icon !== undefined && { 'aria-label': option.label })}
        >
          {option.icon ?? option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
