import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#renderer/words/words'
import { IconButton } from '../controls/icon-button.tsx'
import { cx } from '../cx.ts'
import styles from './picked-bar.module.css'
import { Sideways } from './sideways.tsx'

export interface PickedBarProps {
  readonly label: string
  /** A count such as "2 of 10 selected". */
  readonly amount: string
  readonly onClear: () => void
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Actions for the selection, floating at the bottom of the page. */
export function PickedBar({ label, amount, onClear, className, children }: PickedBarProps) {
  return (
    <Sideways data-picked-bar className={cx(styles.bar, className)} role="toolbar" aria-label={label}>
      <span className={`${styles.amount} medium num`} role="status">
        {amount}
      </span>
      {children}
      <span className={styles.rule} />
      <IconButton size="small" icon={X} label={t('Select nothing')} chord="Escape" placement="top" onPress={onClear} />
    </Sideways>
  )
}
