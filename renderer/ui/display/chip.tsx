import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useReadOnly, type Written } from '#renderer/data/read-only'
import { t } from '#renderer/words/words'
import { cx } from '../cx.ts'
import styles from './chip.module.css'

export interface ChipProps {
  readonly children: ReactNode
  readonly tone?: 'plain' | 'on' | 'machine' | 'ok' | 'warn' | 'danger' | 'line' | undefined
  readonly className?: string | undefined
}

export function Chip({ children, tone = 'plain', className }: ChipProps) {
  return <span className={cx(styles.chip, tone !== 'plain' && styles[tone], className)}>{children}</span>
}

export interface FilterChipProps {
  /** Text of the filter, such as "Train" or "Has Blemish". */
  readonly label: string
  readonly onRemove: () => void
  /** Name of the button that removes the filter; "Remove filter …" by default. */
  readonly removeLabel?: string | undefined
  /** Data that the chip changes. It cannot be removed while that data is read-only. */
  readonly writes?: Written | undefined
}

/** An active filter with a button that removes it. */
export function FilterChip({
  label,
  onRemove,
  removeLabel = t('Remove filter {{filter}}', { filter: label }),
  writes,
}: FilterChipProps) {
  const isFixed = useReadOnly(writes) !== undefined
  return (
    <span className={cx(styles.chip, styles.on)}>
      <span className="truncate">{label}</span>
      {!isFixed && (
        <AriaButton className={styles.remove ?? ''} aria-label={removeLabel} onPress={onRemove}>
          <X />
        </AriaButton>
      )}
    </span>
  )
}
