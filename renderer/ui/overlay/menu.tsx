import { type ReactNode, useId } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { useReadOnlyOf, type Written } from '#renderer/data/read-only'
import { chordText } from '../app/chord.ts'
import { cx } from '../cx.ts'
import styles from './menu.module.css'
import { useMakesWay } from './use-makes-way.ts'

export type MenuEntry =
  | 'separator'
  | {
      readonly id: string
      readonly label: string
      readonly onAction: () => void
      readonly mark?: ReactNode
      readonly chord?: string | undefined
      /** A count or state at the right end. */
      readonly note?: string | undefined
      readonly isDisabled?: boolean | undefined
      readonly isDanger?: boolean | undefined
      /** Data that the item changes. It is disabled, with the reason, while that data is read-only. */
      readonly writes?: Written | undefined
    }

export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'top' | 'right top' | undefined
}

export function Menu({ trigger, label, entries, placement = 'bottom start' }: MenuProps) {
  const reasonOf = useReadOnlyOf()
  const reasons = entries.map((entry) => (entry === 'separator' ? undefined : reasonOf(entry.writes)))
  const reason = reasons.find((each) => each !== undefined)
  const reasonId = useId()
  return (
    <MenuTrigger {...useMakesWay()}>
      {trigger}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        <AriaMenu className={styles.list ?? ''} aria-label={label} {...(reason && { 'aria-describedby': reasonId })}>
          {entries.map((entry, index) =>
            entry === 'separator' ? (
              <Separator key={`separator-${index}`} className={styles.separator ?? ''} />
            ) : (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                onAction={entry.onAction}
                isDisabled={entry.isDisabled === true || reasons[index] !== undefined}
                className={cx(styles.item, entry.isDanger === true && styles.danger)}
              >
                {entry.mark}
                <span className="truncate">{entry.label}</span>
                {entry.note !== undefined && <span className={styles.note}>{entry.note}</span>}
                {entry.chord !== undefined && <span className={styles.chord}>{chordText(entry.chord)}</span>}
              </MenuItem>
            ),
          )}
        </AriaMenu>
        {reason !== undefined && (
          <p id={reasonId} className={styles.reason}>
            {reason}
          </p>
        )}
      </Popover>
    </MenuTrigger>
  )
}
