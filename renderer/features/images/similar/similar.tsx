import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SimilarGroups } from '#common/contract/browse/similar'
import type { ImageQuery } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { useLabelling } from '#renderer/data/use-labelling'
import { useStable } from '#renderer/ui/app/use-stable'
import { useRows } from '#renderer/ui/display/use-rows'
import { percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useColumns } from '../entrance/use-columns.ts'
import { useClassFaces } from '../grid/grid.tsx'
import { gridKeys } from '../grid/grid-keys.ts'
import { Tile, type TilePress } from '../grid/tile.tsx'
import { pick, type SelectionStore, toggle } from '../selection/selection.ts'
import { leastAlike, type SimilarLine, similarLines } from './rows.ts'
import styles from './similar.module.css'

export interface SimilarListProps {
  readonly query: ImageQuery
  readonly found: SimilarGroups
  readonly selection: SelectionStore
  readonly tile: number
  readonly showsLabels: boolean
  readonly onOpen: (image: ImageId) => void
}

const HEAD = 34

/** Groups of images that look alike, the one to keep first; only the lines in sight exist. */
export function SimilarList({ query, found, selection, tile, showsLabels, onOpen }: SimilarListProps) {
  const box = useRef<HTMLDivElement>(null)
  const { columns, rowHeight } = useColumns(box, tile)
  const { picked, focus } = useStore(selection)
  const [hasFocus, setFocused] = useState(false)
  const classOf = useClassFaces(query)
  const labelling = useLabelling(query.project)
  const lines = useMemo(() => similarLines(found.groups, columns), [found, columns])
  const cards = useMemo(() => found.groups.flatMap(({ images }) => images.map(({ card }) => card)), [found])
  const rows = useRows({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (lines[index]?.kind === 'head' ? HEAD : rowHeight),
    getItemKey: (index) => index,
    overscan: 3,
    paddingEnd: 72,
  })
  useEffect(() => rows.measure(), [rows, rowHeight, lines])
  const idsBetween = async (a: number, b: number) => cards.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id)
  const press = useStable((index: number, how: TilePress) => {
    const card = cards[index]
    if (card === undefined) return
    if (how === 'range') void idsBetween(selection.getState().anchor, index).then((ids) => pick(selection, ids))
    else if (how === 'toggle' || picked.size > 0) toggle(selection, card.id, index)
    else onOpen(card.id)
  })
  const show = (index: number) => rows.scrollToIndex(lineOf(lines, index))
  const onKeyDown = gridKeys({
    images: { cardAt: (index) => cards[index], idsBetween },
    total: cards.length,
    selection,
    onOpen,
    show,
    columns: 1,
    pageRows: columns * 3,
  })
  return (
    <div
      ref={box}
      className={styles.scroll}
      role="listbox"
      data-panel
      aria-multiselectable
      aria-label={t('Similar images')}
      aria-activedescendant={hasFocus ? `similar-${focus}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          const style = { transform: `translateY(${start}px)` }
          if (line === undefined) return null
          if (line.kind === 'head') {
            return (
              <h3 key={index} className={styles.head} style={style}>
                {t('{{count}} images', { count: line.group.images.length })}
                <span className="num">{t('{{share}} similar', { share: percent(leastAlike(line.group)) })}</span>
              </h3>
            )
          }
          return (
            <div
              key={index}
              role="presentation"
              className={styles.tiles}
              style={{ ...style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {line.images.map(({ card, alike }, nth) => (
                <Tile
                  key={card.id}
                  id={`similar-${line.from + nth}`}
                  index={line.from + nth}
                  total={cards.length}
                  {...{ card, showsLabels, labelling, classOf }}
                  project={query.project}
                  isPicked={picked.has(card.id)}
                  isFocused={hasFocus && line.from + nth === focus}
                  mark={card.id === line.best ? t('Keep') : percent(alike)}
                  onPress={press}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function lineOf(lines: readonly SimilarLine[], image: number): number {
  return lines.findIndex((line) => line.kind === 'tiles' && image < line.from + line.images.length)
}
