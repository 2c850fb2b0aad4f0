import { type ReactNode, useRef } from 'react'
import { rem } from '../app/ui-scale.ts'
import { useRows } from './use-rows.ts'

export interface VirtualListProps {
  readonly count: number
  /** In design pixels; a function for rows of different heights. */
  readonly rowHeight: number | ((index: number) => number)
  /** Whether rows grow with their content; `rowHeight` is then the minimum. */
  readonly isGrowing?: boolean
  readonly children: (index: number) => ReactNode
  readonly className?: string | undefined
  readonly label?: string | undefined
  /** Called with the visible rows, so that a long list can be fetched in pages. */
  readonly onRange?: ((first: number, last: number) => void) | undefined
}

/** A scrolling list that renders only the visible rows. */
export function VirtualList({
  count,
  rowHeight,
  isGrowing = false,
  children,
  className,
  label,
  onRange,
}: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRows({
    count,
    getScrollElement: () => box.current,
    estimateSize: typeof rowHeight === 'number' ? () => rowHeight : rowHeight,
    // A new function invalidates the cached heights: other rows may have the same indices.
    ...(typeof rowHeight !== 'number' && { getItemKey: (index: number) => index }),
    overscan: 8,
    onChange: ({ range }) => range !== null && onRange?.(range.startIndex, range.endIndex),
  })
  const least = typeof rowHeight === 'number' ? rem(rowHeight) : undefined
  return (
    <div ref={box} className={className} style={{ overflow: 'auto' }} role="list" aria-label={label} tabIndex={0}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            role="listitem"
            {...(isGrowing && { ref: rows.measureElement, 'data-index': row.index })}
            style={{
              position: 'absolute',
              insetInline: 0,
              ...(isGrowing ? { minHeight: least } : { height: row.size }),
              transform: `translateY(${row.start}px)`,
            }}
          >
            {children(row.index)}
          </div>
        ))}
      </div>
    </div>
  )
}
