import type { LucideIcon } from 'lucide-react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { useReadOnly, type Written } from '#renderer/data/read-only'
import { cx } from '../cx.ts'
import { Hint, type HintPlacement } from '../overlay/tooltip.tsx'
import styles from './button.module.css'
import { OFF } from './button.tsx'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  readonly icon: LucideIcon
  /** Accessible name, also shown in the tooltip. */
  readonly label: string
  readonly chord?: string | undefined
  readonly size?: 'normal' | 'small' | undefined
  readonly variant?: 'quiet' | 'standard' | undefined
  /** Pressed state, as of an armed tool or an open panel. */
  readonly isOn?: boolean | undefined
  readonly disabledReason?: string | undefined
  /** Data that the button changes. It is disabled, with the reason, while that data is read-only. */
  readonly writes?: Written | undefined
  readonly placement?: HintPlacement | undefined
  readonly className?: string | undefined
}

/** A button with only an icon. Its tooltip has the name and the chord. */
export function IconButton(props: IconButtonProps) {
  const {
    icon: Icon,
    label,
    chord,
    size = 'normal',
    variant = 'quiet',
    isOn,
    disabledReason,
    writes,
    placement,
    className,
    ...rest
  } = props
  const reason = useReadOnly(writes) ?? disabledReason
  const off = reason !== undefined
  return (
    <Hint text={off ? `${label}: ${reason}` : label} chord={chord} placement={placement}>
      <AriaButton
        {...rest}
        {...(off && OFF)}
        {...(isOn !== undefined && { 'aria-pressed': isOn })}
        aria-label={label}
        className={cx(
          styles.button,
          styles.iconOnly,
          variant === 'quiet' && styles.quiet,
          size === 'small' && styles.small,
          isOn === true && styles.selected,
          className,
        )}
      >
        <Icon />
      </AriaButton>
    </Hint>
  )
}
