import { useEffect, useRef, useState } from 'react'
import { SPLITS, type SplitCounts, totalOf } from '#common/split'
import { useUiFactor } from '#renderer/ui/app/ui-scale'
import { cx } from '#renderer/ui/cx'
import { SPLIT_NAMES } from '#renderer/ui/display/marks'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { BarGrip } from './bar-grip.tsx'
import { GRIPS, toPercents } from './shares.ts'
import styles from './split-bars.module.css'
import { partLabel } from './words.ts'

interface SplitBarsProps {
  readonly now: SplitCounts
  /** The counts expected by the core; until its answer, the counts of the shares. */
  readonly after: SplitCounts
  readonly shares: SplitCounts
  readonly onShares: (shares: SplitCounts) => void
}

/** The dataset as it is and as it will be; the second bar has a grip at each border. */
export function SplitBars({ now, after, shares, onShares }: SplitBarsProps) {
  const percents = toPercents(shares)
  const isEmpty = totalOf(now) === 0
  return (
    <div className={styles.bars}>
      <span className="text-2">{t('Now')}</span>
      {isEmpty ? (
        <div className={styles.nothing}>{t('No images')}</div>
      ) : (
        <LabelledBar counts={now} widths={now} className={styles.now} />
      )}
      <span className="medium">{t('After')}</span>
      <div className={styles.after}>
        {percents === undefined || isEmpty ? (
          <div className={styles.nothing}>
            {isEmpty ? t('No images') : t('At least one split needs a share above 0')}
          </div>
        ) : (
          <>
            <LabelledBar counts={after} widths={shares} />
            {GRIPS.map((grip) => (
              <BarGrip key={grip} grip={grip} percents={percents} onMove={onShares} />
            ))}
          </>
        )}
      </div>
    </div>
  )
}

interface LabelledBarProps {
  readonly counts: SplitCounts
  /** The counts to scale the parts by: the grips must stand on the borders. */
  readonly widths: SplitCounts
  readonly className?: string | undefined
}

function LabelledBar({ counts, widths, className }: LabelledBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const barWidth = useWidth(bar) / useUiFactor()
  const total = Math.max(1, totalOf(widths))
  const words = SPLITS.map((split) => `${SPLIT_NAMES[split]} ${count(counts[split])}`).join(', ')
  return (
    <div ref={bar} className={cx(styles.bar, className)} role="img" aria-label={words}>
      {SPLITS.filter((split) => widths[split] > 0).map((split) => (
        <span key={split} className={cx(styles.part, styles[split])} style={{ flexGrow: widths[split] / total }}>
          {partLabel(split, counts, (barWidth * widths[split]) / total)}
        </span>
      ))}
    </div>
  )
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
