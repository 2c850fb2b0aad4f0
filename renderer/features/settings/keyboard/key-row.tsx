import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { chordOfEvent, chordText } from '#renderer/ui/app/chord'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Keycap } from '#renderer/ui/display/keycap'
import { bindKey, useKeyChoice } from '#renderer/ui/keys/choice'
import { useKeyMap } from '#renderer/ui/keys/key-map'
import type { Keyed } from '#renderer/ui/keys/keyed'
import { t } from '#renderer/words/words'
import styles from './keys-editor.module.css'

/** The question about one command: none, its new key, or how to treat the commands that have that key already. */
type Asking =
  | { readonly at: 'rest' }
  | { readonly at: 'key' }
  | { readonly at: 'clash'; readonly chord: string; readonly owners: readonly Keyed[] }

const REST: Asking = { at: 'rest' }

export function KeyRow({ command }: { readonly command: Keyed }) {
  const { id, label, chords } = command
  const { clashesWith } = useKeyMap()
  const isOwn = useKeyChoice().own[id] !== undefined
  const [asking, ask] = useState<Asking>(REST)
  const take = (chord: string) => {
    const owners = clashesWith(id, chord)
    if (owners.length > 0) return ask({ at: 'clash', chord, owners })
    bindKey(id, [chord])
    ask(REST)
  }
  if (asking.at === 'clash') return <Clash {...asking} id={id} label={label} onEnd={() => ask(REST)} />
  return (
    <div className={styles.row}>
      <span className={styles.name}>{label}</span>
      {asking.at === 'key' ? (
        <Catcher label={label} onChord={take} onCancel={() => ask(REST)} />
      ) : (
        <>
          {chords.map((chord) => (
            <Keycap key={chord} chord={chord} />
          ))}
          {chords.length === 0 && <span className={styles.none}>{t('no key')}</span>}
          {isOwn && (
            <IconButton
              size="small"
              icon={RotateCcw}
              label={t('Reset {{command}}', { command: label })}
              onPress={() => bindKey(id, undefined)}
            />
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={t('Change the key of {{command}}', { command: label })}
            onPress={() => ask({ at: 'key' })}
          >
            {t('Change')}
          </Button>
        </>
      )}
    </div>
  )
}

interface CatcherProps {
  readonly label: string
  readonly onChord: (chord: string) => void
  readonly onCancel: () => void
}

/** Takes the next key for itself, whatever it does elsewhere. Esc gives up. */
function Catcher({ label, onChord, onCancel }: CatcherProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const chord = chordOfEvent(event.nativeEvent)
    if (chord === 'Escape') onCancel()
    else if (chord !== undefined) onChord(chord)
  }
  return (
    <input
      className={styles.catcher}
      aria-label={t('New key of {{command}}', { command: label })}
      // biome-ignore lint/a11y/noAutofocus: the key is asked for
      autoFocus
      readOnly
      value={t('Press a key, Esc cancels')}
      onKeyDown={onKeyDown}
      onBlur={onCancel}
    />
  )
}

interface ClashProps {
  readonly id: string
  readonly label: string
  readonly chord: string
  readonly owners: readonly Keyed[]
  readonly onEnd: () => void
}

/** The key does something else already: one of the two goes without it. */
function Clash({ id, label, chord, owners, onEnd }: ClashProps) {
  const names = owners.map((owner) => t('“{{name}}”', { name: owner.label })).join(', ')
  const take = () => {
    for (const owner of owners)
      bindKey(
        owner.id,
        owner.chords.filter((each) => each !== chord),
      )
    bindKey(id, [chord])
    onEnd()
  }
  return (
    <div className={styles.row} role="alert">
      <span className={styles.name}>{t('{{key}} is the key of {{names}}', { key: chordText(chord), names })}</span>
      <Button size="small" variant="quiet" onPress={onEnd}>
        {t('Cancel')}
      </Button>
      <Button size="small" onPress={take}>
        {t('Use it for “{{command}}”', { command: label })}
      </Button>
    </div>
  )
}
