import type { Found } from '#renderer/features/playground/entrance/findings'
import { rem } from '#renderer/ui/app/ui-scale'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { PanelLabel } from '#renderer/ui/display/panel'
import { useRowHeight } from '#renderer/ui/display/row-height'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { decimal } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './panel.module.css'

export interface FoundListProps {
  readonly found: readonly Found[]
  readonly active: string | undefined
  readonly onActive: (key: string | undefined) => void
}

/** More rows than this scroll on their own. */
const MOST_ROWS = 12

/** Everything that was found in the image, surest first; what a row is about is marked on the image. */
export function FoundList({ found, active, onActive }: FoundListProps) {
  const rowHeight = useRowHeight('list')
  const rows = found.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
  return (
    <section className={styles.section}>
      <PanelLabel>{t('Found, {{number}}', { number: rows.length })}</PanelLabel>
      <div style={{ height: rem(rowHeight * Math.min(rows.length, MOST_ROWS)), display: 'grid' }}>
        <VirtualList className={styles.found} label={t('What was found')} count={rows.length} rowHeight={rowHeight}>
          {(index) => {
            const each = rows[index]
            return each === undefined ? null : <Row found={each} isActive={each.key === active} onActive={onActive} />
          }}
        </VirtualList>
      </div>
    </section>
  )
}

interface RowProps extends Pick<FoundListProps, 'onActive'> {
  readonly found: Found
  readonly isActive: boolean
}

function Row({ found: { key, label, color, confidence = 0 }, isActive, onActive }: RowProps) {
  return (
    <div
      className={cx(styles.foundRow, isActive && styles.active)}
      onPointerEnter={() => onActive(key)}
      onPointerLeave={() => onActive(undefined)}
    >
      {color !== undefined && <ClassSwatch color={color} />}
      <span className="truncate">{label}</span>
      <span className={styles.track} aria-hidden>
        <i style={{ width: `${100 * Math.min(1, Math.max(0, confidence))}%` }} />
      </span>
      <span className={styles.score}>{decimal(confidence, 2)}</span>
    </div>
  )
}
