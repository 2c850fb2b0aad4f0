import { useState } from 'react'
import { EVENT_KEYS } from '#renderer/features/events/list/list-keys'
import { GRID_KEYS } from '#renderer/features/images/grid/grid-keys'
import { SORT_KEYS } from '#renderer/features/sorting/use-sort-keys'
import { type Command, validCommands } from '#renderer/ui/app/commands'
import { type Route, useRoute } from '#renderer/ui/app/router'
import { Keycap } from '#renderer/ui/display/keycap'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import styles from './keys-dialog.module.css'

/** Keys that lists of a page handle themselves. */
const LIST_KEYS: ReadonlyMap<Route['page'], readonly { readonly label: string; readonly chords: readonly string[] }[]> =
  new Map<Route['page'], readonly { readonly label: string; readonly chords: readonly string[] }[]>([
    ['images', GRID_KEYS],
    ['events', EVENT_KEYS],
    ['sort', SORT_KEYS],
  ])

/** The keys that were valid when the dialog was opened. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const [commands] = useState(validCommands)
  const { page } = useRoute()
  const listKeys = LIST_KEYS.get(page) ?? []
  return (
    <Dialog title={t('Keys of this page')} onClose={onClose}>
      <dl className={styles.list}>
        {listKeys.map(({ label, chords }) => (
          <Row key={label} label={label} chords={chords} />
        ))}
        {commands.map((command) => (
          <Row key={command.id} label={command.label} chords={chordsOf(command)} />
        ))}
      </dl>
    </Dialog>
  )
}

function Row({ label, chords }: { readonly label: string; readonly chords: readonly string[] }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={styles.keys}>
        {chords.map((chord) => (
          <Keycap key={chord} chord={chord} />
        ))}
      </dd>
    </div>
  )
}

function chordsOf({ chord }: Command): readonly string[] {
  return typeof chord === 'string' ? [chord] : chord
}
