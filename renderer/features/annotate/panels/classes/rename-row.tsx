import { type FormEvent, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { TextField } from '#renderer/ui/controls/text-field'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import { endClassTask } from '../../commands/classes/ask-of-class.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import styles from './classes-tab.module.css'
import { useRename } from './use-rename.ts'

export interface RenameRowProps {
  readonly label: LabelClass
  /** In pixels. */
  readonly top: number
}

/** The name of a class where it stands, as a field. */
export function RenameRow({ label, top }: RenameRowProps) {
  const editor = useEditor()
  const [name, setName] = useState(label.name)
  const rename = useRename(label)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    endClassTask(editor)
    rename(name)
  }
  return (
    <li className={styles.row} style={{ top }}>
      <span className={styles.key} />
      <ClassSwatch color={label.color} />
      <form className={styles.rename} onSubmit={submit}>
        {/* biome-ignore lint/a11y/noAutofocus: the person has just asked for this field */}
        <TextField
          label={t('New name of {{name}}', { name: label.name })}
          hideLabel
          size="small"
          autoFocus
          value={name}
          onChange={setName}
          maxLength={200}
          onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
          onBlur={() => submit()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') endClassTask(editor)
          }}
        />
      </form>
    </li>
  )
}
