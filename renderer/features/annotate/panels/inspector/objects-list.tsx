import { ZoomIn } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import type { ShapeId } from '#common/ids'
import { chordText } from '#renderer/ui/app/chord'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { SearchField } from '#renderer/ui/controls/text-field'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { useRowHeight } from '#renderer/ui/display/row-height'
import { useRows } from '#renderer/ui/display/use-rows'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { attributeWords } from '../../commands/attributes/attributes.ts'
import { selectGroup } from '../../commands/objects/objects.ts'
import { selectAndReveal } from '../../commands/shapes/shapes.ts'
import type { Editor } from '../../editor/editor.ts'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { hoveredShape } from '../../model/hovered.ts'
import { type NamedShape, namedShapes, sizeText } from '../../model/shape-names.ts'
import styles from '../../parts/inspector.module.css'
import { foundObjects, stateWords } from './found-objects.ts'
import list from './objects-list.module.css'
import { RowActs } from './row-buttons.tsx'

const NO_CLASSES: readonly LabelClass[] = []

/** The objects of the image, with a search field. */
export function ObjectsList() {
  const classes = useEditorState((state) => state.classes) ?? NO_CLASSES
  const all = namedShapes(useDocument((document) => document?.shapes) ?? NO_SHAPES, classes)
  const [typed, type] = useState('')
  const hidden = useEditorState((state) => state.hidden)
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
  const editor = useEditor()
  const zoomsToNext = useEditorState(({ options }) => options.zoomsToNext)
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
        onPress={() => editor.setOptions({ zoomsToNext: !zoomsToNext })}
      />
    </div>
  )
})

/** The accessible mirror of the canvas: every shape in drawing order; pointing at and selecting work both ways. */
function Grid({ shapes }: { readonly shapes: readonly NamedShape[] }) {
  const editor = useEditor()
  const box = useRef<HTMLDivElement>(null)
  const last = useEditorState(({ selection }) => selection.at(-1))
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
      onKeyDown={(event) => moveByKey(event, { editor, shapes, place })}
      onMouseLeave={() => editor.set({ hovered: undefined })}
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
  const editor = useEditor()
  const { id } = named.shape
  const isSelected = useEditorState(({ selection }) => selection.includes(id))
  const isHovered = useEditorState(({ hovered }) => hovered === id)
  const isPointed = useEditorState((all) => hoveredShape(all) === id)
  const isHidden = useEditorState(({ hidden }) => hidden.has(id))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys for all of its rows
    <div
      id={rowId(id)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={cx(list.row, isPointed && list.hovered, isSelected && list.selected)}
      style={{ top }}
      onClick={(event) => choose(editor, named.shape, event)}
      onMouseEnter={() => editor.set({ hovered: id })}
    >
      <ClassSwatch color={named.label?.color ?? 1} />
      <Name named={named} isHidden={isHidden} />
      <span role="gridcell" className="visually-hidden">
        {stateWords(named, editor.state.hidden).join(', ')}
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
function choose(editor: Editor, { id, group }: NamedShape['shape'], event: MouseEvent): void {
  if (event.shiftKey || event.ctrlKey || event.metaKey) return editor.select(toggled(editor.state.selection, id))
  selectAndReveal(editor, id)
  if (group !== undefined && !event.altKey) selectGroup(editor, { group })
}

function rowId(id: ShapeId | undefined): string {
  return `object-${id ?? ''}`
}

function toggled(selection: readonly ShapeId[], id: ShapeId): readonly ShapeId[] {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]
}

interface Here {
  readonly editor: Editor
  readonly shapes: readonly NamedShape[]
  readonly place: number
}

/** Arrows walk, with Shift they add; Home and End go to the ends. Delete and J are keys of the whole screen. */
function moveByKey(event: KeyboardEvent, { editor, shapes, place }: Here): void {
  const to = { ArrowDown: place + 1, ArrowUp: Math.max(0, place - 1), Home: 0, End: shapes.length - 1 }[event.key]
  const target = to === undefined ? undefined : shapes[Math.min(shapes.length - 1, to)]?.shape.id
  if (target === undefined) return
  event.preventDefault()
  if (event.shiftKey) editor.select([...editor.state.selection.filter((id) => id !== target), target])
  else selectAndReveal(editor, target)
}
