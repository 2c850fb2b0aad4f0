import type { KeyboardEvent, PointerEvent } from 'react'
import type { SplitCounts } from '#common/split'
import { t } from '#renderer/words/words'
import { type Grip, gripRange, moveGrip } from './shares.ts'
import styles from './split-bars.module.css'

interface BarGripProps {
  readonly grip: Grip
  readonly percents: SplitCounts
  readonly onMove: (shares: SplitCounts) => void
}

const NAMES: Readonly<Record<Grip, string>> = {
  'train-valid': t('Border between train and valid'),
  'valid-test': t('Border between valid and test'),
}

/** Steps of the keys, in percent of the bar; with Shift ten of them. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
}

/** A border of the After bar: dragged, or moved by the arrow keys, Page up and down, Home and End. */
export function BarGrip({ grip, percents, onMove }: BarGripProps) {
  const { at, min, max } = gripRange(percents, grip)
  const moveTo = (place: number) => onMove(moveGrip(percents, grip, place))
  const press = (event: KeyboardEvent) => {
    const place = placeByKey(event, { at, min, max })
    if (place === undefined) return
    event.preventDefault()
    moveTo(place)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    const bar = event.currentTarget.parentElement
    if (bar === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, width } = bar.getBoundingClientRect()
    moveTo(((event.clientX - left) / width) * 100)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={NAMES[grip]}
      aria-valuenow={at}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={t('Train {{train}} %, valid {{valid}} %, test {{test}} %', percents)}
      className={styles.grip}
      // Where both grips meet at the right end, only the left one can still move.
      style={{ left: `${at}%`, zIndex: grip === 'train-valid' && at > 50 ? 2 : 1 }}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  )
}

function placeByKey(event: KeyboardEvent, { at, min, max }: ReturnType<typeof gripRange>): number | undefined {
  if (event.key === 'Home') return min
  if (event.key === 'End') return max
  const step = STEPS[event.key]
  return step === undefined ? undefined : at + step * (event.shiftKey && Math.abs(step) === 1 ? 10 : 1)
}
