import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { useReadOnly, type Written } from '#renderer/data/read-only'
import { chordText } from '../app/chord.ts'
import { cx } from '../cx.ts'
import { ProgressRing } from '../display/progress.tsx'
import { Hint } from '../overlay/tooltip.tsx'
import styles from './button.module.css'

export type ButtonVariant = 'standard' | 'primary' | 'quiet' | 'danger' | 'danger-fill'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly children: ReactNode
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'normal' | 'small' | undefined
  /** Displayed at the right end, as in "Done, next  Ctrl ↵". */
  readonly chord?: string | undefined
  /** Why the button is disabled. Shown in a tooltip; the button stays focusable. */
  readonly disabledReason?: string | undefined
  /** Data that the button changes. It is disabled, with the reason, while that data is read-only. */
  readonly writes?: Written | undefined
  readonly className?: string | undefined
}

const VARIANT = {
  standard: undefined,
  primary: styles.primary,
  quiet: styles.quiet,
  danger: styles.danger,
  'danger-fill': styles.dangerFill,
} as const

/** A button. Its label is a verb and an object, with the count: "Move 486 images". */
export function Button(props: ButtonProps) {
  const { children, variant = 'standard', size = 'normal', chord, disabledReason, writes, className, ...rest } = props
  const reason = useReadOnly(writes) ?? disabledReason
  const off = reason !== undefined
  const button = (
    <AriaButton
      {...rest}
      {...(off && OFF)}
      className={cx(styles.button, size === 'small' && styles.small, VARIANT[variant], className)}
    >
      {props.isPending === true && <ProgressRing size={14} />}
      {children}
      {chord !== undefined && (
        <span className={styles.chord} data-chord>
          {chordText(chord)}
        </span>
      )}
    </AriaButton>
  )
  return off ? <Hint text={reason}>{button}</Hint> : button
}

/** Props of a disabled button: it explains itself, so it stays focusable and ignores presses. */
export const OFF = { onPress: () => undefined, type: 'button', isDisabled: false, 'aria-disabled': true } as const
