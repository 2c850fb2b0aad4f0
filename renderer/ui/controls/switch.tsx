import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import { cx } from '../cx.ts'
import styles from './choice.module.css'

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children' | 'style'> {
  readonly children?: ReactNode
  readonly className?: string | undefined
}

/** A switch, which takes effect at once. Use a checkbox in a form or a set. */
export function Switch({ children, className, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={cx(styles.toggle, className)}>
      <span className={styles.switch} />
      {children}
    </AriaSwitch>
  )
}
