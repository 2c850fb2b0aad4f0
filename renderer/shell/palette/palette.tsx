import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { imageUrl } from '#common/contract/urls'
import { type Command, holdCommands } from '#renderer/ui/app/commands'
import type { Route } from '#renderer/ui/app/router'
import { cx } from '#renderer/ui/cx'
import { Keycap } from '#renderer/ui/display/keycap'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { useFocusBack } from '#renderer/ui/overlay/use-focus-back'
import { t } from '#renderer/words/words'
import type { Entry } from './entry.ts'
import styles from './palette.module.css'
import { noteRecent } from './recent.ts'
import { useEntries } from './use-entries.ts'

export interface PaletteProps {
  readonly route: Route
  /** The commands that were valid when the palette was opened. */
  readonly commands: readonly Command[]
  readonly onClose: () => void
}

/** The command palette: finds commands, pages and images. Open while mounted. */
export function Palette({ onClose, ...rest }: PaletteProps) {
  useEffect(() => holdCommands(), [])
  useFocusBack()
  return (
    <ModalOverlay className={styles.scrim ?? ''} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('Search images, classes, commands')}>
          <Field {...rest} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Field({ route, commands, onClose }: PaletteProps) {
  const listId = useId()
  const [{ typed, active }, set] = useState({ typed: '', active: 0 })
  const entries = useEntries(typed, { route, commands })
  const take = (entry: Entry | undefined) => {
    if (!entry) return
    noteRecent(entry.id)
    onClose()
    // The page receives keys again only after the dialog has restored the focus.
    requestAnimationFrame(() => entry.run())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take(entries[active])
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 10, PageUp: active - 10 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    set({ typed, active: Math.max(0, Math.min(entries.length - 1, next)) })
  }
  return (
    <>
      <div className={styles.field}>
        <Search />
        <input
          className={styles.input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
          aria-label={t('Search images, classes, commands')}
          placeholder={t('Search images, classes, commands')}
          // biome-ignore lint/a11y/noAutofocus: a dialog with one field
          autoFocus
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget: { value } }) => set({ typed: value, active: 0 })}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.list} id={listId} role="listbox" aria-label={t('Results')}>
        {entries.map((entry, place) => (
          <Row
            key={entry.id}
            id={`${listId}-${place}`}
            entry={entry}
            isActive={place === active}
            onTake={() => take(entry)}
          />
        ))}
        {entries.length === 0 && <p className={styles.none}>{t('No matches')}</p>}
      </div>
    </>
  )
}

interface RowProps {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly onTake: () => void
}

function Row({ id, entry, isActive, onTake }: RowProps) {
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
      className={cx(styles.row, isActive && styles.active)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <Mark mark={entry.mark} />
      <span className={`${styles.name} truncate`}>{entry.name}</span>
      <span className={styles.context}>{entry.context}</span>
      {entry.chord !== undefined && <Keycap chord={entry.chord} />}
    </div>
  )
}

function Mark({ mark }: Pick<Entry, 'mark'>) {
  if ('image' in mark) return <img className={styles.image} src={imageUrl(mark.image, 'thumb')} alt="" />
  return <span className={styles.mark}>{'color' in mark ? <ClassSwatch color={mark.color} /> : <mark.icon />}</span>
}
