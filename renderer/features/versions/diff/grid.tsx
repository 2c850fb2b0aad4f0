import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useColumns } from '#renderer/features/images/entrance/use-columns'
import { useRows } from '#renderer/ui/display/use-rows'
import { t } from '#renderer/words/words'
import type { Faces } from './diff-labels.tsx'
import styles from './grid.module.css'
import { Tile } from './tile.tsx'
import type { DiffRows } from './use-diff.ts'

interface GridProps {
  readonly rows: DiffRows
  readonly total: number
  readonly faces: Faces
  readonly focus: number
  readonly onFocus: (index: number) => void
  readonly onOpen: (index: number) => void
  readonly onRange: (first: number, last: number) => void
}

const TILE = 208
/** The second line below a tile. */
const SECOND_LINE = 14

/** All images that differ; only the rows in sight exist. One stop for Tab, arrows inside, Enter opens. */
export function Grid({ rows, total, faces, focus, onFocus, onOpen, onRange }: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { columns, rowHeight } = useColumns(box, TILE)
  const [hasFocus, setFocused] = useState(false)
  const lines = useRows({
    count: Math.ceil(total / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight + SECOND_LINE,
    overscan: 2,
  })
  const visible = lines.getVirtualItems()
  const first = (visible[0]?.index ?? 0) * columns
  const last = Math.max(first, Math.min(total, ((visible.at(-1)?.index ?? 0) + 1) * columns) - 1)
  useEffect(() => lines.measure(), [lines, rowHeight])
  useEffect(() => onRange(first, last), [onRange, first, last])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onOpen(focus)
    const step = stepOf(event.key, columns, total)
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(total - 1, focus + step))
    onFocus(next)
    lines.scrollToIndex(Math.floor(next / columns))
  }
  return (
    <div
      ref={box}
      className={styles.scroll}
      role="listbox"
      data-panel
      aria-label={t('Images that differ')}
      aria-activedescendant={hasFocus ? tileId(focus) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.inner} style={{ height: lines.getTotalSize() }}>
        {visible.map((line) => (
          <div
            key={line.key}
            className={styles.row}
            role="presentation"
            style={{
              transform: `translateY(${line.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {indexesOf(line.index, columns, total).map((index) => {
              const row = rows.rowAt(index)
              if (row === undefined) return <div key={index} className={styles.blank} />
              return (
                <Tile
                  key={row.image}
                  id={tileId(index)}
                  row={row}
                  faces={faces}
                  place={{ index, total }}
                  isFocused={hasFocus && index === focus}
                  onOpen={() => onOpen(index)}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** How far a key leads from one tile to another. */
function stepOf(key: string, columns: number, total: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * 3,
    PageDown: columns * 3,
    Home: -total,
    End: total,
  }
  return steps[key]
}

function indexesOf(line: number, columns: number, total: number): readonly number[] {
  const first = line * columns
  return Array.from({ length: Math.min(columns, total - first) }, (_, step) => first + step)
}

function tileId(index: number): string {
  return `different-image-${index}`
}
