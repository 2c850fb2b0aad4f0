import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobView } from '#common/contract/jobs'
import type { ProjectSlug } from '#common/ids'
import type { NamedBatch } from '#renderer/data/in-words'
import { queries } from '#renderer/data/queries'
import { useAbility } from '#renderer/data/use-ability'
import { undoLast } from '#renderer/features/images/entrance/use-bulk'
import { useCommands } from '#renderer/ui/app/commands'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { t } from '#renderer/words/words'
import { BatchSection } from './batch-section.tsx'
import styles from './batches-page.module.css'
import { JobDialog } from './job-dialog.tsx'
import { JobPanel } from './job-panel.tsx'
import { RenameDialog } from './rename-dialog.tsx'

export interface BatchesPageProps {
  readonly project: ProjectSlug
  readonly params: URLSearchParams
}

/** Batches by time, and who labels which part of them. */
export function BatchesPage({ project, params }: BatchesPageProps) {
  const { data: board, error } = useQuery(queries.board(project))
  const can = useAbility()
  useCommands([
    {
      id: 'batches.undo',
      writes: 'projects',
      label: t('Undo the last action on images'),
      chord: 'Mod+Z',
      run: () => void undoLast(project),
      isEnabled: can('bulk-acts'),
    },
  ])
  const job = board?.jobs.find(({ id }) => id === params.get('job'))
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <PageHead title={t('Batches')} {...(board !== undefined && { note: <Note {...board} /> })} />
        {error !== null && <ErrorLine error={error} className={styles.error} />}
        {board !== undefined && <Sections project={project} shown={job?.id} {...board} />}
      </div>
      {job !== undefined && <JobPanel key={job.id} project={project} job={job} jobs={board?.jobs ?? []} />}
    </div>
  )
}

interface Board {
  readonly batches: readonly NamedBatch[]
  readonly jobs: readonly JobView[]
}

function Note({ batches, jobs }: Board) {
  const free = batches.reduce((sum, batch) => sum + batch.free, 0)
  const facts = [
    t('{{count}} batches', { count: batches.length }),
    t('{{count}} jobs', { count: jobs.length }),
    t('{{count}} images in no job', { count: free }),
  ]
  return <span className="num">{facts.join(' · ')}</span>
}

interface SectionsProps extends Board {
  readonly project: ProjectSlug
  /** Identifier of the job that is shown beside. */
  readonly shown: string | undefined
}

function Sections({ project, batches, jobs, shown }: SectionsProps) {
  const [open, setOpen] = useState<{ readonly dialog: 'job' | 'rename'; readonly batch: NamedBatch }>()
  const close = () => setOpen(undefined)
  const jobsOf = Map.groupBy(jobs, ({ batch }) => batch)
  if (batches.length === 0) {
    return (
      <EmptyState
        title={t('No batches yet')}
        text={t('Images added together form a batch. Assign a batch to a person as an annotation job.')}
        action={<Button onPress={() => navigate(projectHref(project, 'images'))}>{t('Go to Images')}</Button>}
      />
    )
  }
  return (
    <div className={styles.list} data-panel>
      {batches.map((batch) => (
        <BatchSection
          key={batch.id}
          project={project}
          batch={batch}
          jobs={jobsOf.get(batch.id) ?? []}
          shown={shown}
          onGive={() => setOpen({ dialog: 'job', batch })}
          onRename={() => setOpen({ dialog: 'rename', batch })}
        />
      ))}
      {open?.dialog === 'job' && <JobDialog project={project} batch={open.batch} jobs={jobs} onClose={close} />}
      {open?.dialog === 'rename' && <RenameDialog project={project} batch={open.batch} onClose={close} />}
    </div>
  )
}
