import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ClassId, ProjectSlug } from '#common/ids'
import { useColumns } from '#renderer/features/images/entrance/use-columns'
import { useView } from '#renderer/features/images/entrance/view'
import type { ClassFace } from '#renderer/ui/display/image-labels'
import { useRows } from '#renderer/ui/display/use-rows'
import { t } from '#renderer/words/words'
import { isIn, movedTo, placeAfter } from './block.ts'
import styles from './sorting.module.css'
import type { SortingStore } from './sorting-store.ts'
import { SortingTile } from './sorting-tile.tsx'

/** Rows that a page key goes on by. */
const PAGE_ROWS = 3

export interface SortingGridProps {
  readonly project: ProjectSlug
  readonly sorting: SortingStore
  readonly classOf: (id: ClassId) => ClassFace | undefined
}

/** The images in a grid; only the rows in sight exist. Arrows move, Shift with an arrow marks a block. */
export function SortingGrid({ project, sorting, classOf }: SortingGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { tile } = useView()
  const { columns, rowHeight } = useColumns(box, tile)
  const { ids, block } = useStore(sorting)
  const total = ids.length
  const rows = useRows({
    count: Math.ceil(total / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 8,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])
  useEffect(() => rows.scrollToIndex(Math.floor(block.focus / columns)), [rows, block.focus, columns])
  useEffect(() => box.current?.focus(), [])
  const goTo = (place: number, extend: boolean) =>
    sorting.setState((now) => ({ block: movedTo(now.block, place, { total, extends: extend }) }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const place = placeAfter(event.key, block.focus, { columns, total, pageRows: PAGE_ROWS })
    if (place === undefined) return
    event.preventDefault()
    goTo(place, event.shiftKey)
  }
  return (
    <div
      ref={box}
      className={styles.scroll}
      role="listbox"
      aria-label={t('Images to sort')}
      aria-multiselectable
      aria-activedescendant={tileId(block.focus)}
      tabIndex={0}
      data-panel="images"
      onKeyDown={onKeyDown}
    >
      <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index: row, start }) => (
          <div
            key={key}
            className={styles.row}
            role="presentation"
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {ids.slice(row * columns, (row + 1) * columns).map((id, step) => {
              const place = row * columns + step
              return (
                <SortingTile
                  key={id}
                  {...{ project, sorting, classOf, place, total }}
                  id={tileId(place)}
                  image={id}
                  isMarked={isIn(block, place)}
                  isFocused={place === block.focus}
                  onPress={(event: MouseEvent) => goTo(place, event.shiftKey)}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function tileId(place: number): string {
  return `sort-${place}`
}
