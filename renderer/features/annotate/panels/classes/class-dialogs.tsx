import { useEffect } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { NameDialog } from '#renderer/ui/overlay/name-dialog'
import { t } from '#renderer/words/words'
import { endClassTask } from '../../commands/classes/ask-of-class.ts'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useCountedClasses } from '../../effects/server/use-project-data.ts'
import { AttributesDialog } from './attributes/attributes-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { useRename } from './use-rename.ts'

/** Dialogs of a class outside its row. */
export function ClassDialogs() {
  const editor = useEditor()
  const task = useEditorState(({ classTask }) => classTask)
  const label = useCountedClasses().find(({ id }) => id === task?.classId)
  // A task must not wait for a class that another window removed.
  useEffect(() => () => endClassTask(editor), [editor])
  if (!task || !label) return null
  const close = () => {
    endClassTask(editor)
    focusCanvas()
  }
  switch (task.kind) {
    case 'rename-in-row':
      return null
    case 'rename':
      return <RenameDialog label={label} onClose={close} />
    case 'key':
      return <KeyDialog label={label} onClose={close} />
    case 'attributes':
      return <AttributesDialog label={label} onClose={close} />
    case 'merge':
      return <MergeDialog from={label} into={task.into} onClose={close} />
  }
}

function RenameDialog({ label, onClose }: { readonly label: LabelClass; readonly onClose: () => void }) {
  const rename = useRename(label)
  return (
    <NameDialog
      title={t('Rename {{name}}', { name: label.name })}
      verb={t('Rename')}
      value={label.name}
      maxLength={200}
      error={null}
      isPending={false}
      onName={(name) => {
        onClose()
        rename(name)
      }}
      onClose={onClose}
    />
  )
}
