import { ChevronDown } from 'lucide-react'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { Popover, type PopoverProps } from '#renderer/ui/overlay/popover'
import styles from './filters.module.css'

export interface FilterPopoverProps extends Pick<PopoverProps, 'children'> {
  /** On the button. */
  readonly name: string
  /** Name of the popover, where it differs from the button's. */
  readonly label?: string
  /** Whether the filter holds something back now. */
  readonly isOn?: boolean
  readonly placement?: 'bottom start' | 'bottom end'
}

/** A filter's button, and what opens below it. */
export function FilterPopover({
  name,
  label = name,
  isOn = false,
  placement = 'bottom start',
  children,
}: FilterPopoverProps) {
  return (
    <Popover
      label={label}
      placement={placement}
      className={styles.popover}
      trigger={
        <Button size="small" className={cx(isOn && styles.isOn)}>
          {name}
          <ChevronDown />
        </Button>
      }
    >
      {children}
    </Popover>
  )
}
