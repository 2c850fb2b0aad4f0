import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import type { ImportCounts } from '#common/contract/imports'
import type { ProjectSlug, TaskId } from '#common/ids'
import { remainingText } from '#renderer/data/remaining'
import { useConnection } from '#renderer/data/use-connection'
import { setParams } from '#renderer/ui/app/router'
import { useStable } from '#renderer/ui/app/use-stable'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import { fetchStore } from './entrance/fetch-store.ts'
import { countsQuery, outcomeParts, outcomeTitle } from './entrance/fetched.ts'
import { cancelImport } from './entrance/start-import.ts'
import { changeUpload, isUnderWay, type Upload, uploadStore } from './entrance/upload-store.ts'
import { FetchCard } from './fetch-card.tsx'
import styles from './import-panel.module.css'
import { useAutoClose } from './use-auto-close.ts'

/** The imports of this window into this project, above the images' lower right corner. */
export function ImportPanel({ project }: { readonly project: ProjectSlug }) {
  const shown = useShownUploads(project)
  const fetches = useShownFetches(project)
  if (shown.length + fetches.length === 0) return null
  return (
    <div className={styles.stack} role="status">
      {shown.map((upload) => (
        <div key={upload.taskId} className={styles.card}>
          {isUnderWay(upload) ? <Progress upload={upload} /> : <Outcome upload={upload} />}
        </div>
      ))}
      {fetches.map(({ taskId }) => (
        <FetchCard key={taskId} taskId={taskId} />
      ))}
    </div>
  )
}

/** How many cards of imports are shown on the project's pages. */
export function useImportCards(project: ProjectSlug | undefined): number {
  return useShownUploads(project).length + useShownFetches(project).length
}

function useShownFetches(project: ProjectSlug | undefined) {
  const fetches = useStore(fetchStore, (state) => state.fetches)
  return fetches.filter((fetch) => fetch.project === project)
}

function useShownUploads(project: ProjectSlug | undefined): readonly Upload[] {
  const uploads = useStore(uploadStore, (state) => state.uploads)
  return uploads.filter((upload) => upload.project === project && !upload.isHidden)
}

function Progress({ upload }: { readonly upload: Upload }) {
  const { found, answered, status, startedAt } = upload
  const isLost = useConnection().status !== 'open'
  const left = remainingText({ done: answered, total: found, startedAt })
  return (
    <>
      <div className={styles.head}>
        <span className="medium truncate">{t('Adding {{name}}', { name: upload.name })}</span>
        <Button size="small" variant="quiet" onPress={() => void cancelImport(upload.taskId)}>
          {t('Cancel')}
        </Button>
      </div>
      <div className={styles.bar}>
        <ProgressBar
          value={found === 0 ? undefined : answered / found}
          label={t('Import of {{name}}', { name: upload.name })}
        />
      </div>
      <div className={styles.foot}>
        <span className="num">
          {status === 'finding'
            ? t('{{done}} of {{total}}, looking for more', { done: answered, total: found })
            : t('{{done}} of {{total}}', { done: answered, total: found })}
        </span>
        <span className="num">{isLost ? t('Waiting for the connection') : status === 'sending' && left}</span>
      </div>
    </>
  )
}

function Outcome({ upload }: { readonly upload: Upload }) {
  const { taskId } = upload
  const close = useStable(() => hide(taskId))
  const counts = useCounts(upload)
  const words = outcomeWords(upload, counts)
  useAutoClose(isWithoutFault(upload), close)
  return (
    <>
      <div className={styles.head}>
        <span className="medium truncate">{outcomeTitle({}, counts)}</span>
        <Button size="small" variant="quiet" onPress={() => setParams({ dialog: 'import', task: taskId })}>
          {t('Show report')}
        </Button>
        <IconButton size="small" icon={X} label={t('Close')} onPress={close} />
      </div>
      {words !== '' && <p className={styles.result}>{words}</p>}
    </>
  )
}

type Counts = Omit<ImportCounts, 'retryable' | 'expected'>

/** Of an import that was stopped the core counts: files that were on their way may have arrived. */
function useCounts(upload: Upload): Counts {
  const { taskId, status } = upload
  const counted = useQuery({ ...countsQuery(taskId), enabled: status === 'stopped' }).data
  return status === 'stopped' && counted !== undefined ? counted : countsOf(upload)
}

/** An upload of images brings neither labels nor notes. */
function countsOf({ added, duplicates, repaired, refused }: Upload) {
  return { added, duplicates, repaired, refused, labelled: 0, repeated: 0, problems: 0, notes: 0 }
}

/** A cancellation is no fault. */
function isWithoutFault({ status, refused, unsent, problem }: Upload): boolean {
  const isOver = status === 'finished' || (status === 'stopped' && problem === undefined)
  return isOver && refused === 0 && unsent.length === 0
}

function hide(taskId: TaskId): void {
  changeUpload(taskId, () => ({ isHidden: true }))
}

function outcomeWords(upload: Upload, counts: Counts) {
  const { status, unsent, problem, found } = upload
  const parts = outcomeParts(counts)
  const told = unsent.length === 0 ? parts : [...parts, t('{{number}} not sent', { number: unsent.length })]
  if (status === 'finished') return told.length === 0 && upload.added > 0 ? t('Every file was new') : told.join(' · ')
  const answered = counts.added + counts.duplicates + counts.repaired + counts.refused
  const left = Math.max(0, found - answered)
  const notSent = t('{{left}} of {{total}} were not sent.', { left, total: found })
  if (problem === undefined) return [t('Canceled.'), notSent, t('What was added stays.')].join(' ')
  return (
    <>
      <span className={styles.warn}>{t('Stopped.')}</span> {problem.replace(/\.?$/, '.')} {notSent}
    </>
  )
}
