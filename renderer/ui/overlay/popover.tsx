import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Popover as AriaPopover, DialogTrigger } from 'react-aria-components'
import { cx } from '../cx.ts'
import styles from './menu.module.css'
import { useMakesWay } from './use-makes-way.ts'

export interface PopoverProps {
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | undefined
  readonly className?: string | undefined
}

/** A small panel anchored to a button. Esc, a press outside or a command's key closes it. */
export function Popover({ trigger, label, children, placement = 'bottom end', className }: PopoverProps) {
  return (
    <DialogTrigger {...useMakesWay()}>
      {trigger}
      <AriaPopover className={cx(styles.popover, className)} placement={placement} offset={6}>
        <AriaDialog className={styles.list ?? ''} aria-label={label}>
          {({ close }) => <>{typeof children === 'function' ? children(close) : children}</>}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
