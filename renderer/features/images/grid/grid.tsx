import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ImageCard, ImageQuery } from '#common/contract/images'
import type { ClassId, ImageId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { useLabelling } from '#renderer/data/use-labelling'
import { useStable } from '#renderer/ui/app/use-stable'
import type { ClassFace } from '#renderer/ui/display/image-labels'
import { useRows } from '#renderer/ui/display/use-rows'
import { t } from '#renderer/words/words'
import { useColumns } from '../entrance/use-columns.ts'
import { pick, type SelectionStore, toggle } from '../selection/selection.ts'
import type { Images } from '../use-images.ts'
import styles from './grid.module.css'
import { gridKeys } from './grid-keys.ts'
import { Tile, type TilePress } from './tile.tsx'

export interface GridProps {
  readonly query: ImageQuery
  readonly images: Images<ImageCard>
  readonly total: number
  readonly selection: SelectionStore
  readonly tile: number
  /** Outlines of every image, not only of the one under the pointer. */
  readonly showsLabels: boolean
  /** Images whose stored file is damaged or missing. */
  readonly faulty: ReadonlySet<ImageId>
  readonly onRange: (first: number, last: number) => void
  readonly onOpen: (image: ImageId) => void
}

/** All images of a query; only the rows in sight exist. One stop for Tab, arrows inside. */
export function Grid({ query, images, total, selection, tile, showsLabels, faulty, onRange, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { columns, rowHeight } = useColumns(box, tile)
  const { picked, focus } = useStore(selection)
  const [hasFocus, setFocused] = useState(false)
  const classOf = useClassFaces(query)
  const labelling = useLabelling(query.project)
  const rows = useRows({
    count: Math.ceil(total / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollPaddingEnd: 72,
  })
  const visible = rows.getVirtualItems()
  const first = (visible[0]?.index ?? 0) * columns
  const last = Math.min(total, ((visible.at(-1)?.index ?? 0) + 1) * columns) - 1
  useEffect(() => rows.measure(), [rows, rowHeight])
  useEffect(() => onRange(first, Math.max(first, last)), [onRange, first, last])

  // Another query begins at its first image.
  useEffect(() => {
    box.current?.scrollTo(0, 0)
  }, [query])

  const press = useStable((index: number, how: TilePress) => {
    const card = images.cardAt(index)
    if (card === undefined) return
    if (how === 'range') void pickRange({ images, selection, index })
    else if (how === 'toggle' || picked.size > 0) toggle(selection, card.id, index)
    else onOpen(card.id)
  })
  const onKeyDown = gridKeys({
    images,
    total,
    columns,
    pageRows: 4,
    selection,
    onOpen,
    show: (index) => rows.scrollToIndex(Math.floor(index / columns)),
  })
  return (
    <div
      ref={box}
      className={styles.scroll}
      role="listbox"
      data-panel
      aria-multiselectable
      aria-label={t('Images')}
      aria-activedescendant={hasFocus ? tileId(focus) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
        {visible.map((row) => (
          <div
            key={row.key}
            className={styles.row}
            role="presentation"
            style={{
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {rowIndexes(row.index, columns, total).map((index) => {
              const card = images.cardAt(index)
              if (card === undefined) return <Unknown key={index} color={images.colorAt(index)} />
              return (
                <Tile
                  key={card.id}
                  id={tileId(index)}
                  project={query.project}
                  card={card}
                  {...{ index, total }}
                  isPicked={picked.has(card.id)}
                  isDamaged={faulty.has(card.id)}
                  isFocused={hasFocus && index === focus}
                  showsLabels={showsLabels}
                  labelling={labelling}
                  classOf={classOf}
                  onPress={press}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** An image of which no more than its color is known yet. */
function Unknown({ color }: { readonly color: string | undefined }) {
  return <div className={styles.blank} style={{ backgroundColor: color }} data-colored={color !== undefined} />
}

interface RangeEnd {
  readonly images: Pick<Images<ImageCard>, 'idsBetween'>
  readonly selection: SelectionStore
  readonly index: number
}

export async function pickRange({ images, selection, index }: RangeEnd): Promise<void> {
  pick(selection, await images.idsBetween(selection.getState().anchor, index))
  selection.setState({ focus: index })
}

function rowIndexes(row: number, columns: number, total: number): readonly number[] {
  const first = row * columns
  return Array.from({ length: Math.min(columns, total - first) }, (_, step) => first + step)
}

function tileId(index: number): string {
  return `image-${index}`
}

export function useClassFaces({ project }: ImageQuery): (classId: ClassId) => ClassFace | undefined {
  const classes = useQuery(queries.classes(project)).data
  return useMemo(() => {
    const faces = new Map(classes?.map((each) => [each.id, each]))
    return (classId) => faces.get(classId)
  }, [classes])
}
