import { useState } from 'react'
import { EVENT_KEYS } from '#renderer/features/events/list/list-keys'
import { GRID_KEYS } from '#renderer/features/images/grid/grid-keys'
import { type Command, validCommands } from '#renderer/kit/app/commands'
import { useRoute } from '#renderer/kit/app/router'
import { Keycap } from '#renderer/kit/display/keycap'
import { Dialog } from '#renderer/kit/overlay/dialog'
import styles from './keys-dialog.module.css'

/** The keys that were valid when it was opened. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const [commands] = useState(validCommands)
  const { page } = useRoute()
  const listKeys = page === 'images' ? GRID_KEYS : page === 'events' ? EVENT_KEYS : []
  return (
    <Dialog title="Keys of this page" onClose={onClose}>
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
