import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import { axisTime } from '../moments.ts'
import styles from './histogram.module.css'
import { type Brush, type Domain, snapped } from './scale.ts'

export interface BrushAreaProps {
  readonly domain: Domain
  readonly brush: Brush | undefined
  readonly onBrush: (brush: Brush | undefined) => void
}

/** A press that moved less than this many pixels is a click. */
const CLICK_REACH = 4

interface Drag {
  readonly from: number
  readonly to: number
  /** Where the pointer went down, in pixels of the window. */
  readonly x: number
  readonly isMoved: boolean
}

/** Over the chart: a drag chooses a time, a click lets it go, and its two edges are moved by keys. */
export function BrushArea({ domain, brush, onBrush }: BrushAreaProps) {
  const [drag, setDrag] = useState<Drag>()
  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = timeAt(event, domain)
    setDrag({ from, to: from, x: event.clientX, isMoved: false })
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag === undefined) return
    const isMoved = drag.isMoved || Math.abs(event.clientX - drag.x) >= CLICK_REACH
    setDrag({ ...drag, to: timeAt(event, domain), isMoved })
  }
  const up = () => {
    if (drag === undefined) return
    setDrag(undefined)
    onBrush(drag.isMoved ? snapped(drag.from, drag.to, domain) : undefined)
  }
  const shown = drag?.isMoved === true ? snapped(drag.from, drag.to, domain) : brush
  return (
    <div
      className={styles.area}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => setDrag(undefined)}
    >
      {shown && (
        <i
          className={styles.brush}
          style={{ left: share(shown.from, domain), width: share(domain.start + shown.to - shown.from, domain) }}
        />
      )}
      <Edge edge="from" domain={domain} brush={shown} onBrush={onBrush} />
      <Edge edge="to" domain={domain} brush={shown} onBrush={onBrush} />
    </div>
  )
}

const NAMES = { from: t('Start of the period'), to: t('End of the period') } as const
/** Steps of the keys, in bars; with Shift ten times as many. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

interface EdgeProps extends BrushAreaProps {
  readonly edge: keyof typeof NAMES
}

function Edge({ edge, domain, brush, onBrush }: EdgeProps) {
  const whole = { from: domain.start, to: domain.end }
  const now = brush ?? whole
  const place = (at: number) => Math.round((at - domain.start) / domain.step)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && brush !== undefined) onBrush(undefined)
    else {
      const next = moved(event, now[edge], domain)
      if (next === undefined) return
      onBrush(edgeMoved(now, edge, { next, domain }))
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={NAMES[edge]}
      aria-valuemin={0}
      aria-valuemax={domain.bars}
      aria-valuenow={place(now[edge])}
      aria-valuetext={axisTime(now[edge], Math.min(domain.step, 60_000))}
      className={cx(styles.edge, brush === undefined && styles.idle)}
      style={{ left: share(now[edge], domain) }}
      onKeyDown={press}
    />
  )
}

function moved(event: KeyboardEvent, at: number, { start, end, step }: Domain): number | undefined {
  if (event.key === 'Home') return start
  if (event.key === 'End') return end
  const steps = STEPS[event.key]
  return steps === undefined ? undefined : at + steps * step * (event.shiftKey ? 10 : 1)
}

/** One edge stays at least a bar away from the other. */
function edgeMoved(
  { from, to }: Brush,
  edge: 'from' | 'to',
  { next, domain }: { readonly next: number; readonly domain: Domain },
): Brush | undefined {
  const { start, end, step } = domain
  const brush =
    edge === 'from'
      ? { from: Math.min(Math.max(start, next), to - step), to }
      : { from, to: Math.max(Math.min(end, next), from + step) }
  return brush.from <= start && brush.to >= end ? undefined : brush
}

function timeAt({ currentTarget, clientX }: PointerEvent<HTMLElement>, { start, end }: Domain): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  const at = Math.min(1, Math.max(0, (clientX - left) / width))
  return start + at * (end - start)
}

function share(at: number, { start, end }: Domain): string {
  return `${(100 * (at - start)) / (end - start)}%`
}
