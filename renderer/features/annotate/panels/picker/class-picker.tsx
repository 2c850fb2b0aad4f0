import { Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { useConnection } from '#renderer/data/use-connection'
import { cx } from '#renderer/ui/cx'
import { Keycap } from '#renderer/ui/display/keycap'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { CLASS_DIGITS } from '#renderer/ui/keys/keyed'
import box from '#renderer/ui/overlay/pick-box.module.css'
import { count } from '#renderer/words/format'
import { matching } from '#renderer/words/match'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { recentClasses } from '../../editor/recent-classes.ts'
import { useShapeCounts } from '../../effects/server/use-project-data.ts'
import type { Picker } from '../../model/editor-state.ts'
import { placeBox } from '../../parts/place-box.ts'
import styles from './class-picker.module.css'
import { pickOrder } from './pick-order.ts'
import { usePick } from './use-pick.ts'

/** Room the picker needs beside the pointer, in pixels of the design. */
const ROOM = { width: 240, height: 300 }

/** More rows than this are not shown: typing is quicker than scrolling. */
const MOST_ROWS = 100

const NO_CLASSES: readonly LabelClass[] = []

export function ClassPicker() {
  const picker = useEditorState((state) => state.picker)
  return picker ? <OpenPicker key={`${picker.at.x} ${picker.at.y}`} picker={picker} /> : null
}

/** Type to filter, Enter picks, Shift+Enter or a name that is not there creates, Esc leaves everything as it was. */
function OpenPicker({ picker }: { readonly picker: Picker }) {
  const rows = useRows(picker)
  const { typed, found, shown, newName, active, take, creating } = rows
  const classes = useEditorState((state) => state.classes) ?? []
  const counts = useShapeCounts()
  const view = useEditorState((state) => state.view)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  useEffect(() => input.current?.focus(), [])
  return (
    <div
      className={cx(box.box, styles.picker)}
      role="dialog"
      aria-label={picker.drawn ? t('Name the first class') : t('Pick a class')}
      style={placeBox(view, picker.at, ROOM)}
    >
      {picker.drawn && <div className={styles.title}>{t('What is this?')}</div>}
      <input
        ref={input}
        className={box.input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId}-${active}`}
        aria-label={t('Class')}
        placeholder={classes.length === 0 ? t('Name of the first class') : t('Class')}
        maxLength={200}
        value={typed}
        onChange={(event) => rows.type(event.target.value)}
        onKeyDown={rows.onKeyDown}
        onBlur={picker.drawn ? undefined : rows.close}
      />
      <div className={box.list} id={listId} role="listbox" aria-label={t('Classes')}>
        {shown.map((label, place) => (
          <Item
            key={label.id}
            id={`${listId}-${place}`}
            label={label}
            shapes={counts.get(label.id) ?? 0}
            chord={CLASS_DIGITS[classes.indexOf(label)] ?? label.chord}
            isActive={place === active}
            onTake={() => take(place)}
          />
        ))}
        {newName !== undefined && (
          <Create
            id={`${listId}-${shown.length}`}
            name={newName}
            isActive={active === shown.length}
            onTake={() => take(shown.length)}
          />
        )}
      </div>
      {creating !== undefined && <Creating name={creating} />}
      {found > shown.length && (
        <div className={styles.more}>{t('{{number}} more: type to narrow', { number: found - shown.length })}</div>
      )}
    </div>
  )
}

function Creating({ name }: { readonly name: string }) {
  const isCut = useConnection().status !== 'open'
  return (
    <div className={styles.more} role="status">
      {isCut
        ? t('No connection. “{{name}}” is created once connected; what you drew is kept.', { name })
        : t('Creating “{{name}}” …', { name })}
    </div>
  )
}

/** The typed text, the matching rows, and the key handling. */
function useRows(picker: Picker) {
  const classes = useEditorState((state) => state.classes) ?? NO_CLASSES
  const { pick, create, close, creating } = usePick(picker)
  const [{ typed, active }, set] = useState({ typed: '', active: 0 })
  const { project, shapes } = useEditor()
  const ordered = useMemo(
    () => pickOrder(classes, { shapes, recent: recentClasses(project) }),
    [classes, shapes, project],
  )
  const found = matching(ordered, typed, ({ name }) => name)
  const shown = found.slice(0, MOST_ROWS)
  const name = typed.trim()
  const newName = name !== '' && !found.some((label) => label.name === name) ? name : undefined
  const take = (place: number) => {
    const label = shown[place]
    if (label) pick(label)
    else if (newName !== undefined) create(newName)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed =
      typed === '' && isBare(event) ? classes[CLASS_DIGITS.findIndex((key) => key === event.key)] : undefined
    if (pressed) {
      event.preventDefault()
      return pick(pressed)
    }
    const act = pickerKey(event, { active, total: shown.length + (newName === undefined ? 0 : 1) })
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (act === 'close') close()
    else if (act === 'take') take(active)
    else if (act !== 'create') set({ typed, active: act })
    else if (name !== '') create(name)
  }
  const type = (next: string) => set({ typed: next, active: 0 })
  return { typed, active, found: found.length, shown, newName, take, type, onKeyDown, close, creating }
}

/** A digit picks at once while nothing is typed. */
function isBare({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !altKey && !metaKey
}

interface Place {
  readonly active: number
  readonly total: number
}

function pickerKey(event: KeyboardEvent, { active, total }: Place): 'close' | 'create' | 'take' | number | undefined {
  switch (event.key) {
    case 'Escape':
    case 'Tab':
      return 'close'
    case 'Enter':
      return event.shiftKey ? 'create' : 'take'
    case 'ArrowDown':
      return Math.min(total - 1, active + 1)
    case 'ArrowUp':
      return Math.max(0, active - 1)
    default:
      return undefined
  }
}

interface ItemProps {
  readonly id: string
  readonly label: LabelClass
  readonly shapes: number
  readonly chord: string | undefined
  readonly isActive: boolean
  readonly onTake: () => void
}

function Item({ id, label, shapes, chord, isActive, onTake }: ItemProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys for all rows
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={cx(box.item, isActive && box.active)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <ClassSwatch color={label.color} />
      <span className={`${box.name} truncate`}>{label.name}</span>
      <span className="num text-3">{count(shapes)}</span>
      {chord !== undefined && <Keycap chord={chord} />}
    </div>
  )
}

function Create({
  id,
  name,
  isActive,
  onTake,
}: Pick<ItemProps, 'id' | 'isActive' | 'onTake'> & { readonly name: string }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys for all rows
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={cx(box.item, isActive && box.active)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <Plus />
      <span className={`${box.name} truncate`}>{t('Create “{{name}}”', { name })}</span>
      <Keycap chord="Shift+Enter" />
    </div>
  )
}
