import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileArchive } from 'lucide-react'
import type { ProjectSlug } from '#common/ids'
import { SPLITS } from '#common/split'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useChosenFormat } from './chosen-format.ts'
import { download, startExport } from './entrance/start-export.ts'
import styles from './export-dialog.module.css'
import type { WordedFormat } from './format-groups.ts'
import { FormatList } from './format-list.tsx'
import { useDescription, useFormats } from './use-formats.ts'
import { WhatYouGet } from './what-you-get.tsx'

export interface ExportDialogProps {
  readonly project: ProjectSlug
  readonly version: number
  readonly onClose: () => void
}

/** One version in one format; the archive is made while the person goes on. */
export function ExportDialog({ project, version, onClose }: ExportDialogProps) {
  const { data: formats = [], error } = useFormats(project, version)
  const { chosen, choose } = useChosenFormat(project, formats)
  return (
    <Dialog
      title={t('Export version {{number}}', { number: version })}
      subtitle={<VersionFacts project={project} version={version} />}
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
          <ChosenFormat project={project} version={version} format={chosen} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

interface ChosenFormatProps extends ExportDialogProps {
  readonly format: WordedFormat
}

function ChosenFormat({ project, version, format, onClose }: ChosenFormatProps) {
  const can = useAbility()
  const client = useQueryClient()
  const { data: description, error } = useDescription({
    project,
    version,
    format: format.id,
    isAsked: can('export-preview'),
  })
  const start = useAct(() => startExport({ project, version, format }, client), { onDone: onClose, errors: 'in-place' })
  const { made, title } = format
  const failure = start.error ?? error
  return (
    <div className={styles.right}>
      <div className={styles.contents}>
        {!can('export-preview') && <p className="text-2">{format.keeps}</p>}
        {description !== undefined && <WhatYouGet description={description} title={title} made={made} />}
        {failure !== null && <ErrorLine error={failure} className={styles.error} />}
      </div>
      <footer className={styles.foot}>
        <span className="text-2">{made === null ? t('You can keep working.') : t('Already exported.')}</span>
        <span className={styles.acts}>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          {made === null ? (
            <Button
              writes="projects"
              variant="primary"
              isPending={start.isPending}
              onPress={() => start.mutate(undefined)}
            >
              {!start.isPending && <FileArchive />}
              {t('Export {{format}}', { format: title })}
            </Button>
          ) : (
            <Button variant="primary" onPress={() => download(made)}>
              <Download />
              {t('Download {{format}}', { format: title })}
            </Button>
          )}
        </span>
      </footer>
    </div>
  )
}

function VersionFacts({ project, version }: Pick<ExportDialogProps, 'project' | 'version'>) {
  const { data: versions } = useQuery(queries.versions(project))
  const found = versions?.find(({ number }) => number === version)
  if (found === undefined) return <span className="num">{'\u00a0'}</span>
  const parts = SPLITS.map((split) => `${split} ${count(found.splits[split])}`).join(', ')
  return <span className="num">{t('{{count}} images: {{splits}}', { count: found.images, splits: parts })}</span>
}
