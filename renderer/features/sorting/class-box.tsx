import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { studio } from '#renderer/data/studio'
import { holdCommands } from '#renderer/ui/app/commands'
import { useAct } from '#renderer/ui/app/use-act'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch } from '#renderer/ui/display/marks'
import box from '#renderer/ui/overlay/pick-box.module.css'
import { matching } from '#renderer/words/match'
import { t } from '#renderer/words/words'
import { labelBlock, type Sorter } from './sort-acts.ts'
import styles from './sorting.module.css'

const MOST = 10

/** Type to filter, Enter gives the block the class, a name that is not there makes it; Esc leaves everything as it was. */
export function ClassBox({ sorter, classes }: { readonly sorter: Sorter; readonly classes: readonly LabelClass[] }) {
  const { typed, active, rows, newName, type, onKeyDown, take, close } = useClassBox(sorter, classes)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  useEffect(() => input.current?.focus(), [])
  return (
    <div className={cx(box.box, styles.box)} role="dialog" aria-label={t('Pick a class')}>
      <input
        ref={input}
        className={box.input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId}-${active}`}
        aria-label={t('Class')}
        placeholder={t('Class')}
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div id={listId} role="listbox" aria-label={t('Classes')}>
        {rows.map((label, row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys for all rows
          <div
            key={label.id}
            id={`${listId}-${row}`}
            role="option"
            aria-selected={row === active}
            className={cx(box.item, row === active && box.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(label)}
          >
            <ClassSwatch color={label.color} />
            <span className="truncate">{label.name}</span>
          </div>
        ))}
        {newName !== undefined && (
          <div
            id={`${listId}-${rows.length}`}
            role="option"
            aria-selected={active === rows.length}
            className={cx(box.item, active === rows.length && box.active)}
          >
            <span className="truncate">{t('Create “{{name}}”', { name: newName })}</span>
          </div>
        )}
      </div>
    </div>
  )
}

/** The typed text, the matching classes, and the key handling. */
function useClassBox(sorter: Sorter, classes: readonly LabelClass[]) {
  const { sorting, project } = sorter
  const [{ typed, active }, set] = useState({ typed: '', active: 0 })
  useEffect(() => holdCommands(), [])
  const rows = matching(classes, typed, ({ name }) => name).slice(0, MOST)
  const name = typed.trim()
  const newName = name !== '' && !classes.some((label) => label.name === name) ? name : undefined
  const close = () => {
    sorting.setState({ isPicking: false })
    document.querySelector<HTMLElement>('[data-panel="images"]')?.focus({ preventScroll: true })
  }
  const take = (label: LabelClass) => {
    close()
    labelBlock(sorter, label)
  }
  const create = useAct((wanted: string) => studio.projects.classes.create({ project, name: wanted }), { onDone: take })
  const choose = () => {
    const label = rows[active]
    if (label) take(label)
    else if (newName !== undefined) create.mutate(newName)
  }
  const last = rows.length - (newName === undefined ? 1 : 0)
  const acts: Readonly<Record<string, () => void>> = {
    Escape: close,
    Tab: close,
    Enter: choose,
    ArrowDown: () => set({ typed, active: Math.min(last, active + 1) }),
    ArrowUp: () => set({ typed, active: Math.max(0, active - 1) }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return {
    typed,
    active,
    rows,
    newName,
    onKeyDown,
    take,
    close,
    type: (next: string) => set({ typed: next, active: 0 }),
  }
}
