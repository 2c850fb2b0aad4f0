import { useState } from 'react'
import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import type { ProjectSlug, TaskId } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { showFetch } from '#renderer/features/imports/entrance/fetch-store'
import { followNewProject } from '#renderer/features/imports/entrance/new-projects'
import { batchName } from '#renderer/features/imports/entrance/start-import'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { CheckProgress } from './check-progress.tsx'
import styles from './dataset-dialog.module.css'
import { forgetDataset } from './dataset-store.ts'
import { discardDataset } from './entrance/send-dataset.ts'
import { Review } from './review.tsx'
import { type Check, useCheck } from './use-check.ts'
import { actWords } from './words.ts'

export interface DatasetDialogProps {
  readonly project: ProjectSlug
  readonly dataset: TaskId
  readonly onClose: () => void
}

/** Contents of a dataset and the effects of its import, before anything is written. */
export function DatasetDialog({ project, dataset, onClose }: DatasetDialogProps) {
  const check = useCheck(dataset)
  const { plan, sent } = check
  const name = plan?.name ?? sent?.name
  const [wished, setWish] = useState<Partial<DatasetWish>>({})
  const wish = { ...firstWish(name), ...wished }
  const cancel = () => {
    void discardDataset(dataset)
    onClose()
  }
  return (
    <Dialog
      title={name === undefined ? t('Import a dataset') : t('Import {{name}}', { name })}
      subtitle={plan ? subtitleOf(plan) : t('Everything is read first; nothing is written yet.')}
      size={plan ? 'large' : 'medium'}
      {...(plan && { height: 716 })}
      isFlush
      onClose={cancel}
      facts={plan && t('Nothing is saved until you import.')}
      actions={
        <>
          <Button chord="Escape" onPress={cancel}>
            {t('Cancel')}
          </Button>
          {plan && <ImportButton {...{ project, dataset, plan, wish, onClose }} />}
        </>
      }
    >
      <Inside dataset={dataset} check={check} wish={wish} onWish={(part) => setWish((now) => ({ ...now, ...part }))} />
    </Dialog>
  )
}

function firstWish(name: string | undefined): DatasetWish {
  return { batchName: name?.replace(/\.zip$/i, '') || batchName(), labelled: 'keep', splits: 'dataset' }
}

function subtitleOf({ files, bytes: size }: DatasetPlan): string {
  return `${t('{{count}} files', { count: files })}, ${bytes(size)}`
}

interface InsideProps {
  readonly dataset: TaskId
  readonly check: Check
  readonly wish: DatasetWish
  readonly onWish: (part: Partial<DatasetWish>) => void
}

function Inside({ dataset, check, wish, onWish }: InsideProps) {
  const { plan, sent, task, taskId, failure, readAs } = check
  if (failure !== undefined) return <ErrorLine className={styles.failure} word={t('Not read')} error={failure} />
  if (plan === undefined) return <CheckProgress sent={sent} task={task} />
  const unsent = sent?.unsent ?? []
  return <Review {...{ dataset, plan, unsent, wish, onWish }} check={taskId} onFormat={readAs} />
}

interface ImportButtonProps extends DatasetDialogProps {
  readonly plan: DatasetPlan
  readonly wish: DatasetWish
}

function ImportButton({ project, dataset, plan, wish, onClose }: ImportButtonProps) {
  const start = useAct(studio.datasets.import, {
    onDone: ({ taskId }) => {
      forgetDataset(dataset)
      showFetch({ taskId, project })
      void followNewProject(project, taskId)
      onClose()
    },
  })
  const { words, reason } = actWords(plan, wish)
  const name = wish.batchName.trim()
  return (
    <Button
      writes="projects"
      variant="primary"
      isPending={start.isPending}
      disabledReason={reason ?? (name === '' ? t('the batch needs a name') : undefined)}
      onPress={() => start.mutate({ dataset, wish: { ...wish, batchName: name } })}
    >
      {words}
    </Button>
  )
}
