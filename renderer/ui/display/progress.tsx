import { t } from '#renderer/words/words'
import { rem } from '../app/ui-scale.ts'
import { cx } from '../cx.ts'
import styles from './progress.module.css'

interface ProgressProps {
  /** Fraction that is done, 0…1; absent while unknown. */
  readonly value?: number | null | undefined
  readonly label?: string | undefined
}

/** A progress bar of 4 px. Show the count and the remaining time beside it. */
export function ProgressBar({ value, label = t('Progress') }: ProgressProps) {
  const known = value ?? undefined
  const width = known === undefined ? undefined : { width: `${Math.min(1, Math.max(0, known)) * 100}%` }
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...valueNow(known)}
    >
      <div className={cx(styles.fill, known === undefined && styles.unknown)} style={width} />
    </div>
  )
}

export interface ProgressRingProps extends ProgressProps {
  readonly size?: number | undefined
}

export function ProgressRing({ value, label = t('Progress'), size = 16 }: ProgressRingProps) {
  const known = value ?? undefined
  const radius = size / 2 - 1.25
  const length = 2 * Math.PI * radius
  const arc = length * (known === undefined ? 0.3 : Math.min(1, Math.max(0, known)))
  return (
    <svg
      className={cx(styles.ring, known === undefined && styles.spin)}
      viewBox={`0 0 ${size} ${size}`}
      style={{ width: rem(size), height: rem(size) }}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...valueNow(known)}
    >
      <g fill="none" stroke="currentColor" strokeWidth={2} transform={`rotate(-90 ${size / 2} ${size / 2})`}>
        <circle cx={size / 2} cy={size / 2} r={radius} opacity={0.25} />
        <circle cx={size / 2} cy={size / 2} r={radius} strokeDasharray={`${arc} ${length}`} strokeLinecap="round" />
      </g>
    </svg>
  )
}

function valueNow(known: number | undefined): { 'aria-valuenow'?: number } {
  return known === undefined ? {} : { 'aria-valuenow': Math.round(known * 100) }
}
