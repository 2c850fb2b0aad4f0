import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'

export interface BatchDialogProps {
  readonly project: ProjectSlug
  readonly images: number
  readonly onMove: (name: string) => void
  readonly onClose: () => void
}

/** Into which batch many images move: one that is there, or a new one. */
export function BatchDialog({ project, images, onMove, onClose }: BatchDialogProps) {
  const batches = useQuery(queries.facets(project)).data?.batches ?? []
  const [name, setName] = useState('')
  const wanted = name.trim()
  const isNew = wanted !== '' && !batches.some((batch) => batch.name === wanted)
  return (
    <Dialog
      title={t('Move {{count}} images to a batch', { count: images })}
      facts={isNew ? t('Creates the batch {{name}}', { name: wanted }) : undefined}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button writes="projects" variant="primary" isDisabled={wanted === ''} onPress={() => onMove(wanted)}>
            {t('Move {{count}} images', { count: images })}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '') onMove(wanted)
        }}
      >
        <TextField
          label={t('Batch')}
          value={name}
          onChange={setName}
          maxLength={100}
          suggestions={batches.map((batch) => batch.name)}
          autoFocus
        />
      </form>
    </Dialog>
  )
}
