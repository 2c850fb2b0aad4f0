import { ZoomIn } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import type { ShapeId } from '#common/ids'
import { chordText } from '#renderer/kit/app/chord'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { SearchField } from '#renderer/kit/controls/text-field'
import { cx } from '#renderer/kit/cx'
import { ClassSwatch } from '#renderer/kit/display/marks'
import { useRowHeight } from '#renderer/kit/display/row-height'
import { useRows } from '#renderer/kit/display/use-rows'
import { t } from '#renderer/kit/words/words'
import { attributeWords } from '../attributes/attribute-acts.ts'
import { useChord } from '../keys/bindings/store.ts'
import { foundObjects, stateWords } from '../objects/found-objects.ts'
import { selectGroup } from '../objects/object-acts.ts'
import { hoveredShape } from '../workbench/hovered.ts'
import { useBench, useDocument, useWorkbench } from '../workbench/session.tsx'
import { selectAndReveal } from '../workbench/shape-acts.ts'
import { type NamedShape, namedShapes, sizeText } from '../workbench/shape-names.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './inspector.module.css'
import list from './objects-list.module.css'
import { RowActs } from './row-acts.tsx'

const NO_CLASSES: readonly LabelClass[] = []

/** What is on the image, with a field that finds some of it. */
export function ObjectsList() {
  const classes = useBench((bench) => bench.classes) ?? NO_CLASSES
  const all = namedShapes(useDocument((document) => document?.shapes) ?? NO_SHAPES, classes)
  const [typed, type] = useState('')
  const hidden = useBench((bench) => bench.hidden)
  const shapes = useMemo(() => foundObjects(all, { typed, hidden }), [all, typed, hidden])
  const isReady = useDocument((document) => document?.load === 'ready')
  if (all.length === 0) return isReady ? <p className={styles.quiet}>{t('No shapes on this image yet.')}</p> : null
  return (
    <>
      <Finder typed={typed} onType={type} />
      {shapes.length === 0 ? <p className={styles.quiet}>{t('No matches')}</p> : <Grid shapes={shapes} />}
    </>
  )
}

interface FinderProps {
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** It has nothing to do with what is edited. */
const Finder = memo(function Finder({ typed, onType }: FinderProps) {
  const bench = useWorkbench()
  const zoomsToNext = useBench(({ options }) => options.zoomsToNext)
  const chord = useChord('next-shape')
  return (
    <div className={list.finder} data-object-filter>
      <SearchField
        label={t('Find objects')}
        hideLabel
        size="small"
        className={list.field}
        placeholder={t('Class, attribute or state')}
        value={typed}
        onChange={onType}
      />
      <IconButton
        size="small"
        icon={ZoomIn}
        label={
          chord === undefined ? t('Zoom to the next shape') : t('{{key}} zooms to the shape', { key: chordText(chord) })
        }
        placement="left"
        isOn={zoomsToNext}
        onPress={() => bench.setOptions({ zoomsToNext: !zoomsToNext })}
      />
    </div>
  )
})

/** The accessible mirror of the canvas: every shape in drawing order; pointing at and selecting work both ways. */
function Grid({ shapes }: { readonly shapes: readonly NamedShape[] }) {
  const bench = useWorkbench()
  const box = useRef<HTMLDivElement>(null)
  const last = useBench(({ selection }) => selection.at(-1))
  const place = last === undefined ? -1 : shapes.findIndex(({ shape }) => shape.id === last)
  const rowHeight = useRowHeight('list')
  const rows = useRows({
    count: shapes.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: 'auto' })
  }, [rows, place])
  return (
    <div
      ref={box}
      className={list.list}
      role="grid"
      tabIndex={0}
      aria-label={t('Objects')}
      aria-multiselectable
      aria-rowcount={shapes.length}
      aria-activedescendant={place >= 0 ? rowId(last) : undefined}
      onKeyDown={(event) => moveByKey(event, { bench, shapes, place })}
      onMouseLeave={() => bench.set({ hovered: undefined })}
    >
      <div className={list.inner} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().flatMap(({ index, start }) => {
          const named = shapes[index]
          return named ? [<Row key={named.shape.id} named={named} index={index} top={start} />] : []
        })}
      </div>
    </div>
  )
}

const NO_SHAPES: readonly NamedShape['shape'][] = []

interface RowProps {
  readonly named: NamedShape
  readonly index: number
  readonly top: number
}

/** Rendered again only when its own shape, place or state changes: an edit of another one is none of its business. */
const Row = memo(function Row({ named, index, top }: RowProps) {
  const bench = useWorkbench()
  const { id } = named.shape
  const isSelected = useBench(({ selection }) => selection.includes(id))
  const isHovered = useBench(({ hovered }) => hovered === id)
  const isPointed = useBench((all) => hoveredShape(all) === id)
  const isHidden = useBench(({ hidden }) => hidden.has(id))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys for all of its rows
    <div
      id={rowId(id)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={cx(list.row, isPointed && list.hovered, isSelected && list.selected)}
      style={{ top }}
      onClick={(event) => choose(bench, named.shape, event)}
      onMouseEnter={() => bench.set({ hovered: id })}
    >
      <ClassSwatch color={named.label?.color ?? 1} />
      <Name named={named} isHidden={isHidden} />
      <span role="gridcell" className="visually-hidden">
        {stateWords(named, bench.bench.hidden).join(', ')}
      </span>
      {isHovered || isHidden || named.shape.isLocked ? (
        <RowActs named={named} isHidden={isHidden} isHovered={isHovered} />
      ) : (
        <span role="gridcell" className={`${list.size} mono num`}>
          {sizeText(named.shape)}
        </span>
      )}
    </div>
  )
})

function Name({ named, isHidden }: { readonly named: NamedShape; readonly isHidden: boolean }) {
  return (
    <span role="gridcell" className={cx(list.name, 'truncate', isHidden && list.hidden)}>
      {named.label?.name ?? t('Unknown class')} <span className={`${list.number} num`}>{named.number}</span>{' '}
      <span className={list.number}>{attributeWords(named)}</span>
    </span>
  )
}

/** With Shift or Ctrl one more or less; otherwise it alone, or its group unless Alt is held. */
function choose(bench: Workbench, { id, group }: NamedShape['shape'], event: MouseEvent): void {
  if (event.shiftKey || event.ctrlKey || event.metaKey) return bench.select(toggled(bench.bench.selection, id))
  selectAndReveal(bench, id)
  if (group !== undefined && !event.altKey) selectGroup(bench, { group })
}

function rowId(id: ShapeId | undefined): string {
  return `object-${id ?? ''}`
}

function toggled(selection: readonly ShapeId[], id: ShapeId): readonly ShapeId[] {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]
}

interface Here {
  readonly bench: Workbench
  readonly shapes: readonly NamedShape[]
  readonly place: number
}

/** Arrows walk, with Shift they add; Home and End go to the ends. Delete and J are keys of the whole screen. */
function moveByKey(event: KeyboardEvent, { bench, shapes, place }: Here): void {
  const to = { ArrowDown: place + 1, ArrowUp: Math.max(0, place - 1), Home: 0, End: shapes.length - 1 }[event.key]
  const target = to === undefined ? undefined : shapes[Math.min(shapes.length - 1, to)]?.shape.id
  if (target === undefined) return
  event.preventDefault()
  if (event.shiftKey) bench.select([...bench.bench.selection.filter((id) => id !== target), target])
  else selectAndReveal(bench, target)
}
