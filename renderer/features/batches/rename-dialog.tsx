import { useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import type { NamedBatch } from '#renderer/data/in-words'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { NameDialog } from '#renderer/ui/overlay/name-dialog'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

interface RenameDialogProps {
  readonly project: ProjectSlug
  readonly batch: NamedBatch
  readonly onClose: () => void
}

export function RenameDialog({ project, batch, onClose }: RenameDialogProps) {
  // The batch may have its new name before the dialog is gone.
  const [before] = useState(batch.name)
  const back = useAct(studio.jobs.renameBatch)
  const rename = useAct(studio.jobs.renameBatch, {
    errors: 'in-place',
    onDone: () => {
      onClose()
      const undo = { label: t('Undo'), onPress: () => back.mutate({ project, batch: batch.id, name: before }) }
      notify({ text: t('{{name}} renamed', { name: before }), action: undo })
    },
  })
  return (
    <NameDialog
      title={t('Rename batch')}
      verb={t('Rename')}
      value={before}
      maxLength={120}
      error={rename.error}
      isPending={rename.isPending}
      onName={(name) => rename.mutate({ project, batch: batch.id, name })}
      onClose={onClose}
    />
  )
}
