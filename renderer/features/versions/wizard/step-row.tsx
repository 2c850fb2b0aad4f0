import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Switch } from '#renderer/ui/controls/switch'
import { cx } from '#renderer/ui/cx'
import styles from './step-row.module.css'

interface StepRowProps {
  readonly icon: LucideIcon
  readonly name: string
  /** The full name, read out, where the heading above says a part of it. */
  readonly label?: string | undefined
  /** Summary of its settings, while it is on and closed. */
  readonly value?: string | undefined
  /** Description of its effect; shown while it is open. */
  readonly sentence: string
  /** Why it cannot be switched on. */
  readonly obstacle: string | undefined
  readonly isOn: boolean
  readonly isOpen: boolean
  readonly onSwitch: (on: boolean) => void
  readonly onOpen: (open: boolean) => void
  readonly children?: ReactNode
}

/** One step of a recipe: a line with a switch; while it is on, what can be set opens in place. */
export function StepRow(props: StepRowProps) {
  const { icon: Icon, name, label = name, sentence, obstacle, isOn, isOpen, onSwitch, children } = props
  const id = useId()
  const isBlocked = obstacle !== undefined && !isOn
  const isShown = isOn && isOpen
  return (
    <div className={cx(styles.row, isOn && styles.on, isShown && styles.open)}>
      <div className={styles.line}>
        <Icon className={styles.icon} aria-hidden />
        <StepName {...props} label={label} controls={id} />
        <Switch
          aria-label={isBlocked ? `${label}, ${obstacle}` : label}
          isSelected={isOn}
          isDisabled={isBlocked}
          onChange={onSwitch}
        />
      </div>
      {isShown && (
        <div id={id} className={styles.settings}>
          <p className={styles.sentence}>{sentence}</p>
          {children}
        </div>
      )}
    </div>
  )
}

interface StepNameProps
  extends Pick<StepRowProps, 'name' | 'value' | 'obstacle' | 'isOn' | 'isOpen' | 'onOpen' | 'onSwitch'> {
  readonly label: string
  /** The id of what opens. */
  readonly controls: string
}

/**
 * The name of a step, and beside it what it is set to, or why it cannot be used. A press switches the step on; of one that is on it opens
 * the settings.
 */
function StepName({ name, label, value, obstacle, isOn, isOpen, onOpen, onSwitch, controls }: StepNameProps) {
  const aside = isOn ? value : obstacle
  const words = (
    <>
      <span>{name}</span>
      {!(isOn && isOpen) && aside !== undefined && <span className={styles.value}>{aside}</span>}
    </>
  )
  if (!isOn && obstacle === undefined) {
    // The switch beside it does the same for keyboards and screen readers.
    return (
      <button type="button" className={styles.name} tabIndex={-1} aria-hidden onClick={() => onSwitch(true)}>
        {words}
      </button>
    )
  }
  if (!isOn) {
    return (
      <span className={styles.name} title={aside}>
        {words}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles.name}
      aria-label={[label, aside].join(' ').trimEnd()}
      aria-expanded={isOpen}
      aria-controls={controls}
      title={isOpen ? undefined : aside}
      onClick={() => onOpen(!isOpen)}
    >
      {words}
    </button>
  )
}
