import { type KeyboardEvent, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { chordOfEvent, chordText } from '#renderer/kit/app/chord'
import { Button } from '#renderer/kit/controls/button'
import { Dialog } from '#renderer/kit/overlay/dialog'
import { clashesWith } from '../keys/bindings/bindings.ts'
import { useKeyCommands } from '../keys/bindings/store.ts'
import styles from './class-dialogs.module.css'
import { isLabelChord, labelCommand } from './label-keys.ts'
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
      title={`Key of ${label.name}`}
      onClose={onClose}
      actions={
        <>
          {label.chord !== undefined && (
            <Button variant="quiet" onPress={() => give(null)}>
              Take {chordText(label.chord)} away
            </Button>
          )}
          <Button chord="Escape" onPress={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabledReason={isUsable ? undefined : 'Press a key first'}
            onPress={() => chord !== undefined && give(chord)}
          >
            {owners.length > 0 ? 'Use it anyway' : 'Use this key'}
          </Button>
        </>
      }
    >
      <Catcher label={label} chord={chord} onChord={press} />
      <p className={styles.line} role="status">
        {chord === undefined ? 'Press the key, alone or with Alt or Shift.' : answerTo(chord, owners)}
      </p>
    </Dialog>
  )
}

/** What else the key does in this project. */
function useOwners(label: LabelClass, chord: string | undefined): readonly string[] {
  const commands = useKeyCommands()
  if (chord === undefined) return []
  const own = labelCommand(label)
  const others = commands.filter(({ id }) => id !== own.id)
  return clashesWith([...others, own], own.id, chord).map((command) => command.label)
}

function answerTo(chord: string, owners: readonly string[]): string {
  if (!isLabelChord(chord)) {
    return `${chordText(chord)} stays what it is. Press a letter, a digit or a function key, alone or with Alt or Shift.`
  }
  if (owners.length === 0) return `${chordText(chord)} is free.`
  return `${chordText(chord)} is the key of “${owners.join('”, “')}”, which loses it in this project.`
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
      aria-label={`New key of ${label.name}`}
      // biome-ignore lint/a11y/noAutofocus: the key is asked for
      autoFocus
      readOnly
      value={chord === undefined ? 'Press a key' : chordText(chord)}
      onKeyDown={onKeyDown}
    />
  )
}

const LEAVING: readonly string[] = ['Escape', 'Tab', 'Shift+Tab']
