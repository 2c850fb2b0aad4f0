import { useState } from 'react'
import { type Command, validCommands } from '#renderer/ui/app/commands'
import { Keycap } from '#renderer/ui/display/keycap'
import { KEY_GROUP_NAMES } from '#renderer/ui/keys/keyed'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { type KeyCommand } from '../../commands/key-command.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useSelectedShapes } from '../../editor/hooks/use-selected.ts'
import { useKeyContext } from '../../parts/use-key-context.ts'
import { useKeyCommands } from '../../tools/command-store.ts'
import { hintsOf } from '../../tools/hints.ts'
import { validKeys } from '../../tools/keymap.ts'
import styles from './keys-overlay.module.css'

/** Every key that is valid at this moment, and what the pointer does. */
export function KeysOverlay() {
  const isOpen = useEditorState((state) => state.isShowingKeys)
  return isOpen ? <KeysDialog /> : null
}

function KeysDialog() {
  const editor = useEditor()
  // As it was when the question was asked: the dialog itself takes the focus, and with it half of the keys.
  const context = useKeyContext()
  const commands = useKeyCommands()
  const [only, ...others] = useSelectedShapes()
  const [asked] = useState(() => ({
    context,
    selected: others.length === 0 ? only?.kind : undefined,
    others: otherCommands(),
  }))
  const keys = validKeys(commands, asked.context)
  const close = () => {
    editor.set({ isShowingKeys: false })
    focusCanvas()
  }
  const pointer = hintsOf(asked.context, { selected: asked.selected, commands }).filter(({ isPointer }) => isPointer)
  return (
    <Dialog title={t('Keys available now')} size="large" onClose={close}>
      {/* Taller than the window, it is scrolled by keys as well. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrows scroll it */}
      <div className={styles.groups} tabIndex={0}>
        {pointer.length > 0 && (
          <Group title={t('Pointer')} rows={pointer.map(({ caps, label }) => ({ label, chords: caps }))} />
        )}
        {Object.entries(KEY_GROUP_NAMES).map(([group, name]) => (
          <Group key={group} title={name} rows={rowsOf(keys.filter((key) => key.group === group))} />
        ))}
        <Group
          title={t('Everywhere')}
          rows={asked.others.map(({ label, chord }) => ({ label, chords: [chord].flat() }))}
        />
      </div>
    </Dialog>
  )
}

/** A place on the keyboard has no name that is printed on it: the mark that it makes stands beside it. */
function isPrinted(chord: string): boolean {
  return chord !== 'Backquote'
}

interface Row {
  readonly label: string
  readonly chords: readonly string[]
}

function Group({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      {rows.map(({ label, chords }) => (
        <div key={`${label} ${chords.join()}`} className={styles.row}>
          <span className={styles.label}>{label}</span>
          <span className={styles.caps}>
            {chords.filter(isPrinted).map((chord) => (
              <Keycap key={chord} chord={chord} />
            ))}
          </span>
        </div>
      ))}
    </section>
  )
}

/** Keys that do the same stand in one line; the ten class keys and the arrows are runs. */
function rowsOf(keys: readonly KeyCommand[]): readonly Row[] {
  const rows = new Map<string, string[]>()
  for (const { id, label, chords } of keys) {
    const name = runName(id) ?? label
    rows.set(name, [...(rows.get(name) ?? []), ...chords])
  }
  return [...rows].map(([label, chords]) => ({ label, chords: shortRun(chords) }))
}

function runName(id: string): string | undefined {
  if (/^class-\d$/.test(id)) return t('Class at that position')
  const [, kind = '', px = ''] = /^(\w+)-(?:left|right|up|down)-(\d+)$/.exec(id) ?? []
  return RUNS[kind]?.(px)
}

/** Names of the arrow commands, all four in a line. */
const RUNS: Readonly<Record<string, (px: string) => string>> = {
  cursor: (px) => t('Move the cursor {{px}} px', { px }),
  move: (px) => t('Move the selection {{px}} px', { px }),
  grow: (px) => t('Resize boxes by {{px}} px', { px }),
}

/** The four arrows are named together, of other long runs the first and the last are printed. */
function shortRun(chords: readonly string[]): readonly string[] {
  if (chords.length <= 3) return chords
  const held = new Set(chords.map((chord) => chord.replace(/Arrow(?:Left|Right|Up|Down)$/, '')))
  const [only] = held
  if (only !== undefined && held.size === 1) return [`${only}${t('Arrows')}`]
  return chords.filter((_, place) => place === 0 || place === chords.length - 1)
}

function otherCommands(): readonly Command[] {
  return validCommands().filter(({ id }) => !id.startsWith('annotate.'))
}
