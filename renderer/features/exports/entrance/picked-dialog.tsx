import { useQueryClient } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import type { PickedImages } from '#common/contract/exports'
import type { ProjectSlug } from '#common/ids'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { useChosenFormat } from '../chosen-format.ts'
import styles from '../export-dialog.module.css'
import type { WordedFormat } from '../format-groups.ts'
import { FormatList } from '../format-list.tsx'
import { startPickedExport } from '../start-picked.ts'
import { usePickedDescription, usePickedFormats } from '../use-formats.ts'
import { WhatYouGet } from '../what-you-get.tsx'

export interface PickedExportDialogProps {
  readonly project: ProjectSlug
  readonly picked: PickedImages
  /** How many images that are. */
  readonly images: number
  readonly onClose: () => void
}

/** Images as they are now, in one format; the archive is made while the person goes on. */
export function PickedExportDialog(props: PickedExportDialogProps) {
  const { project, images, onClose } = props
  const { data: formats = [], error } = usePickedFormats(project)
  const { chosen, choose } = useChosenFormat(project, formats)
  return (
    <Dialog
      title={t('Export {{count}} images', { count: images })}
      subtitle={t('Originals with their annotations, in their splits. No version is created.')}
      size="large"
      height={616}
      isFlush
      onClose={onClose}
    >
      <div className={styles.columns}>
        <FormatList formats={formats} chosen={chosen?.id} onChoose={choose} />
        {chosen === undefined ? (
          <div className={styles.contents}>{error !== null && <ErrorLine error={error} />}</div>
        ) : (
          <ChosenFormat {...props} format={chosen} />
        )}
      </div>
    </Dialog>
  )
}

function ChosenFormat({
  project,
  picked,
  format,
  onClose,
}: PickedExportDialogProps & { readonly format: WordedFormat }) {
  const client = useQueryClient()
  const can = useAbility()
  const { data: description, error } = usePickedDescription({
    project,
    picked,
    format: format.id,
    isAsked: can('export-preview'),
  })
  const fileName = description?.fileName ?? `${project}.${format.id}.zip`
  const order = { project, picked, format, fileName }
  const start = useAct(() => startPickedExport(order, client), { onDone: onClose, errors: 'in-place' })
  const failure = start.error ?? error
  return (
    <div className={styles.right}>
      <div className={styles.contents}>
        {!can('export-preview') && <p className="text-2">{format.keeps}</p>}
        {description !== undefined && (
          <WhatYouGet description={description} title={format.title} made={null} isPicked />
        )}
        {failure !== null && <ErrorLine error={failure} className={styles.error} />}
      </div>
      <footer className={styles.foot}>
        <span className="text-2">{t('You can keep working.')}</span>
        <span className={styles.acts}>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="projects"
            variant="primary"
            isPending={start.isPending}
            onPress={() => start.mutate(undefined)}
          >
            {!start.isPending && <FileArchive />}
            {t('Export {{format}}', { format: format.title })}
          </Button>
        </span>
      </footer>
    </div>
  )
}
