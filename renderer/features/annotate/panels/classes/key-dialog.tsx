import { type KeyboardEvent, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { chordOfEvent, chordText } from '#renderer/ui/app/chord'
import { Button } from '#renderer/ui/controls/button'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { isLabelChord, labelCommand } from '../../commands/classes/label-keys.ts'
import { clashesWith } from '../../tools/clashes.ts'
import { useKeyCommands } from '../../tools/command-store.ts'
import styles from './class-dialogs.module.css'
import { useClassChanges } from './use-class-changes.ts'

export interface KeyDialogProps {
  readonly label: LabelClass
  readonly onClose: () => void
}

/** Any key for a class: it is pressed, and what else has it is told before it is taken. */
export function KeyDialog({ label, onClose }: KeyDialogProps) {
  const { update } = useClassChanges()
  const [chord, press] = useState<string>()
  const owners = useOwners(label, chord)
  const isUsable = chord !== undefined && isLabelChord(chord)
  const give = (next: string | null) => {
    update.mutate({ classId: label.id, chord: next })
    onClose()
  }
  return (
    <Dialog
      title={t('Key of {{name}}', { name: label.name })}
      onClose={onClose}
      actions={
        <>
          {label.chord !== undefined && (
            <Button writes="projects" variant="quiet" onPress={() => give(null)}>
              {t('Remove key {{key}}', { key: chordText(label.chord) })}
            </Button>
          )}
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="projects"
            variant="primary"
            disabledReason={isUsable ? undefined : t('Press a key first')}
            onPress={() => chord !== undefined && give(chord)}
          >
            {owners.length > 0 ? t('Use it anyway') : t('Use this key')}
          </Button>
        </>
      }
    >
      <Catcher label={label} chord={chord} onChord={press} />
      <p className={styles.line} role="status">
        {chord === undefined ? t('Press the key, alone or with Alt or Shift.') : answerTo(chord, owners)}
      </p>
    </Dialog>
  )
}

/** Other uses of the key in this project. */
function useOwners(label: LabelClass, chord: string | undefined): readonly string[] {
  const commands = useKeyCommands()
  if (chord === undefined) return []
  const own = labelCommand(label)
  const others = commands.filter(({ id }) => id !== own.id)
  return clashesWith([...others, own], own.id, chord).map((command) => command.label)
}

function answerTo(chord: string, owners: readonly string[]): string {
  const key = chordText(chord)
  if (!isLabelChord(chord)) {
    return t('{{key}} cannot be reassigned. Press a letter, a digit or a function key, alone or with Alt or Shift.', {
      key,
    })
  }
  if (owners.length === 0) return t('{{key}} is free.', { key })
  const commands = owners.map((text) => t('“{{text}}”', { text })).join(', ')
  return t('{{key}} is the key of {{commands}}, which loses it in this project.', { key, commands })
}

interface CatcherProps {
  readonly label: LabelClass
  readonly chord: string | undefined
  readonly onChord: (chord: string) => void
}

/** Takes the next key for itself; Tab and Esc leave it, Enter answers the dialog. */
function Catcher({ label, chord, onChord }: CatcherProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = chordOfEvent(event.nativeEvent)
    if (pressed === undefined || LEAVING.includes(pressed)) return
    event.preventDefault()
    event.stopPropagation()
    onChord(pressed)
  }
  return (
    <input
      className={styles.catcher}
      aria-label={t('New key of {{name}}', { name: label.name })}
      // biome-ignore lint/a11y/noAutofocus: the key is asked for
      autoFocus
      readOnly
      value={chord === undefined ? t('Press a key') : chordText(chord)}
      onKeyDown={onKeyDown}
    />
  )
}

const LEAVING: readonly string[] = ['Escape', 'Tab', 'Shift+Tab']
