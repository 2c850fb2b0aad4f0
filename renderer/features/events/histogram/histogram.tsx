import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useUiFactor } from '#renderer/ui/app/ui-scale'
import { t } from '#renderer/words/words'
import { axisTime } from '../moments.ts'
import { BrushArea } from './brush-area.tsx'
import styles from './histogram.module.css'
import { type Brush, ticksOf } from './scale.ts'
import type { Histogram as HistogramData } from './use-histogram.ts'

export interface HistogramProps extends HistogramData {
  readonly brush: Brush | undefined
  readonly onBrush: (brush: Brush | undefined) => void
}

/** A label and the room around it, in pixels. */
const LABEL_WIDTH = 110

/** How many events came when; a part of the time can be chosen by dragging, or by the arrow keys. */
export function Histogram({ domain, all, fitting, brush, onBrush }: HistogramProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const ticks = ticksOf(domain, Math.max(2, Math.floor(width / (useUiFactor() * LABEL_WIDTH))))
  const most = Math.max(1, ...all)
  return (
    <div ref={box} className={styles.histogram} role="group" aria-label={t('Events over time')} data-panel>
      <div className={styles.chart}>
        <svg
          viewBox={`0 0 ${domain.bars} ${most}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={wordsOf({ domain, all, fitting })}
        >
          <path d={barsPath(all, most)} className={styles.all} />
          {fitting && <path d={barsPath(fitting, most)} className={styles.fitting} />}
        </svg>
        <BrushArea domain={domain} brush={brush} onBrush={onBrush} />
      </div>
      <div className={styles.axis} aria-hidden>
        {ticks.at.map((tick) => (
          <span key={tick} style={{ left: `${(100 * (tick - domain.start)) / (domain.end - domain.start)}%` }}>
            {axisTime(tick, ticks.step)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Bars with a gap of a fifth between them, one unit wide each. */
function barsPath(counts: readonly number[], most: number): string {
  return counts
    .map((amount, place) => (amount === 0 ? '' : `M${place + 0.1} ${most}v${-Math.min(amount, most)}h.8V${most}Z`))
    .join('')
}

/** The chart for the ear. */
function wordsOf({ domain, all, fitting }: HistogramData): string {
  const peak = all.indexOf(Math.max(...all))
  const sum = all.reduce((total, each) => total + each, 0)
  const fits = fitting?.reduce((total, each) => total + each, 0)
  const time = (at: number) => axisTime(at, Math.min(domain.step, 60_000))
  const parts = [
    t('{{count}} events from {{start}} to {{end}}', { count: sum, start: time(domain.start), end: time(domain.end) }),
    t('most at {{time}}: {{number}}', { time: time(domain.start + peak * domain.step), number: all[peak] ?? 0 }),
    ...(fits === undefined ? [] : [t('{{number}} of them match the filter', { number: fits })]),
  ]
  return parts.join('; ')
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}
