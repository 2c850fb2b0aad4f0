import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Switch } from '#renderer/kit/controls/switch'
import { cx } from '#renderer/kit/cx'
import styles from './step-row.module.css'

interface StepRowProps {
  readonly icon: LucideIcon
  readonly name: string
  /** What it is set to, while it is on and closed. */
  readonly value?: string | undefined
  readonly isOn: boolean
  readonly isOpen: boolean
  readonly onSwitch: (on: boolean) => void
  /** Opens or closes it; absent for a step without anything to set. */
  readonly onOpen?: ((open: boolean) => void) | undefined
  readonly children?: ReactNode
}

/** One step of a recipe: a line with a switch; what can be set opens in place. */
export function StepRow({ icon: Icon, name, value, isOn, isOpen, onSwitch, onOpen, children }: StepRowProps) {
  const id = useId()
  const canOpen = isOn && onOpen !== undefined
  return (
    <div className={cx(styles.row, isOn && styles.on, canOpen && isOpen && styles.open)}>
      <div className={styles.line}>
        <Icon className={styles.icon} aria-hidden />
        {canOpen ? (
          <button
            type="button"
            className={styles.name}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => onOpen(!isOpen)}
          >
            {name} {!isOpen && <span className={styles.value}>{value}</span>}
          </button>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        <Switch aria-label={name} isSelected={isOn} onChange={onSwitch} />
      </div>
      {isOn && isOpen && children !== undefined && (
        <div id={id} className={styles.settings}>
          {children}
        </div>
      )}
    </div>
  )
}
