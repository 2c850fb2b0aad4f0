import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import { cx } from '../cx.ts'
import styles from './choice.module.css'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'children' | 'style'> {
  readonly children?: ReactNode
  readonly className?: string | undefined
}

/** A checkbox in a set or a form. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={cx(styles.toggle, className)}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.check}>{isIndeterminate ? <Minus /> : isSelected && <Check />}</span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}

/** Only the check mark, for tiles that are controls themselves. */
export function CheckMark({ isOn }: { readonly isOn: boolean }) {
  return (
    <span className={cx(styles.check, isOn && styles.checkOn)} aria-hidden>
      {isOn && <Check />}
    </span>
  )
}
