import { ArrowDown, ArrowUp } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ImageQuery, ImageRow, ImageSort } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { useUiFactor } from '#renderer/ui/app/ui-scale'
import { useStable } from '#renderer/ui/app/use-stable'
import { cx } from '#renderer/ui/cx'
import { useRowHeight } from '#renderer/ui/display/row-height'
import { useRows } from '#renderer/ui/display/use-rows'
import { t } from '#renderer/words/words'
import { pickRange, useClassFaces } from '../grid/grid.tsx'
import { gridKeys } from '../grid/grid-keys.ts'
import { type SelectionStore, toggle } from '../selection/selection.ts'
import type { Images } from '../use-images.ts'
import { COLUMNS, type ColumnName, nextSort, sortState } from './columns.ts'
import { TableRow } from './row.tsx'
import styles from './table.module.css'

export interface TableProps {
  readonly query: ImageQuery
  readonly images: Images<ImageRow>
  readonly total: number
  readonly selection: SelectionStore
  readonly columns: readonly ColumnName[]
  readonly onRange: (first: number, last: number) => void
  readonly onOpen: (image: ImageId) => void
  readonly onSort: (sort: ImageSort) => void
}

/** A picked row at the end must not lie under the bar of the selection. */
const FOOT = 72

/** The images of a query as rows; only those in sight exist. One stop for Tab, arrows inside. */
export function Table({ query, images, total, selection, columns, onRange, onOpen, onSort }: TableProps) {
  const box = useRef<HTMLDivElement>(null)
  const { picked, focus } = useStore(selection)
  const [hasFocus, setFocused] = useState(false)
  const classOf = useClassFaces(query)
  const factor = useUiFactor()
  const rowHeight = useRowHeight('image-row')
  // Rows scroll under the head.
  const headHeight = useRowHeight('item')
  const rows = useRows({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: headHeight,
    paddingEnd: FOOT,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: FOOT,
  })
  const visible = rows.getVirtualItems()
  const first = visible[0]?.index ?? 0
  const last = visible.at(-1)?.index ?? 0
  useEffect(() => onRange(first, last), [onRange, first, last])

  // Another query begins at its first image.
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [query])

  const press = useStable((index: number, event: MouseEvent) => {
    const card = images.cardAt(index)
    if (card === undefined) return
    box.current?.focus()
    if (event.shiftKey) void pickRange({ images, selection, index })
    else toggle(selection, card.id, index)
  })
  const open = useStable(onOpen)
  const onKeyDown = gridKeys({
    images,
    total,
    selection,
    onOpen,
    columns: 1,
    pageRows: Math.max(1, Math.floor(((rows.scrollRect?.height ?? 0) / factor - headHeight - FOOT) / rowHeight)),
    show: (index) => rows.scrollToIndex(index),
  })
  const tracks = ['name', ...columns] as const
  const template = tracks.map((name) => COLUMNS[name].width).join(' ')
  return (
    <div
      ref={box}
      className={styles.scroll}
      role="grid"
      data-panel
      aria-label={t('Images')}
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-colcount={tracks.length}
      aria-activedescendant={hasFocus ? rowId(focus) : undefined}
      tabIndex={0}
      onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event)}
      onFocus={(event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
        <div className={styles.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {tracks.map((name) => (
            <Head key={name} name={name} sort={query.sort} onSort={onSort} />
          ))}
        </div>
        {visible.map(({ index, start }) => {
          const card = images.cardAt(index)
          if (card === undefined) {
            const place = { transform: `translateY(${start}px)`, gridTemplateColumns: template }
            return (
              <div key={index} className={styles.row} style={place} role="presentation">
                <span className={styles.unknown} style={{ backgroundColor: images.colorAt(index) }} />
              </div>
            )
          }
          return (
            <TableRow
              key={card.id}
              {...{ card, columns, classOf, index, start, template }}
              id={rowId(index)}
              isPicked={picked.has(card.id)}
              isFocused={hasFocus && index === focus}
              onPress={press}
              onOpen={open}
            />
          )
        })}
      </div>
    </div>
  )
}

interface HeadProps {
  readonly name: keyof typeof COLUMNS
  readonly sort: ImageSort
  readonly onSort: (sort: ImageSort) => void
}

function Head({ name, sort, onSort }: HeadProps) {
  const column = COLUMNS[name]
  const state = sortState(column, sort)
  return (
    <div role="columnheader" aria-sort={state} className={cx(styles.cell, column.isNumber && styles.number)}>
      <button type="button" className={styles.sort} onClick={() => onSort(nextSort(column, sort))}>
        {column.head}
        {state === 'ascending' && <ArrowUp aria-hidden />}
        {state === 'descending' && <ArrowDown aria-hidden />}
      </button>
    </div>
  )
}

function rowId(index: number): string {
  return `image-row-${index}`
}
