import { useState } from 'react'
import { sentenceOf } from '#renderer/data/sentence'
import { t } from '#renderer/words/words'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Dialog } from './dialog.tsx'

export interface NameDialogProps {
  readonly title: string
  /** Label of the button, such as "Rename" or "Create folder". */
  readonly verb: string
  readonly value: string
  readonly maxLength: number
  readonly error: unknown
  readonly isPending: boolean
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** A dialog that asks for one name. */
export function NameDialog({ title, verb, value, maxLength, error, isPending, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(value)
  const trimmed = name.trim()
  const isReady = trimmed !== '' && trimmed !== value && !isPending
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" isDisabled={!isReady} onPress={() => onName(trimmed)}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onName(trimmed)
        }}
      >
        <TextField
          label={t('Name')}
          value={name}
          onChange={setName}
          maxLength={maxLength}
          autoFocus
          error={error === null ? undefined : sentenceOf(error)}
        />
      </form>
    </Dialog>
  )
}
