import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { type ImportCounts, type ImportFilter, type ImportOutcome, reportedRows } from '#common/contract/imports'
import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { keys, queries } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { isRunning } from '#renderer/data/task-end'
import { setParams } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Segmented } from '#renderer/ui/controls/segmented'
import { StateDot, type Tone } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { showFetch } from './entrance/fetch-store.ts'
import { countsQuery, leftToFetch, outcomeTitle } from './entrance/fetched.ts'
import { type Upload, uploadStore } from './entrance/upload-store.ts'
import styles from './import-report.module.css'

type Only = ImportFilter

const WINDOW = 200
/** As many as fit into a medium dialog. */
const MOST_TABS = 4

/** Results of every file of an import: refused and repeated ones first. */
export function ImportReportDialog({ task, onClose }: { readonly task: TaskId; readonly onClose: () => void }) {
  const [only, setOnly] = useState<Only>('all')
  const upload = useStore(uploadStore, (state) => state.uploads.find(({ taskId }) => taskId === task))
  const { data: made, error } = useQuery(countsQuery(task))
  const { fetch, title } = useTold(task, made)
  return (
    <Dialog
      title={title}
      subtitle={upload?.name}
      size={sizeOf(fetch, made)}
      height={560}
      isFlush
      actions={againButton(fetch, made)}
      onClose={onClose}
    >
      {error !== null && <ErrorLine className={styles.summary} error={error} />}
      {upload !== undefined && <Remarks upload={upload} />}
      <OnlyBar
        made={made}
        all={fetch === undefined ? t('All files') : t('All addresses')}
        only={only}
        onChange={setOnly}
      />
      {only === 'refused' && <Reasons task={task} />}
      {made !== undefined && <ReportRows key={only} task={task} only={only} total={reportedRows(made, only)} />}
    </Dialog>
  )
}

/** The title of the dialog, and of the task where images were fetched from addresses. */
function useTold(taskId: TaskId, made: ImportCounts | undefined) {
  const task = useQuery(queries.task(taskId)).data
  const title = made === undefined ? t('Import|noun') : outcomeTitle(task ?? {}, made)
  return { title, fetch: task?.kind === 'fetch' ? task : undefined }
}

/** Addresses are long, and so are many tabs. */
function sizeOf(fetch: TaskView | undefined, made: ImportCounts | undefined): 'medium' | 'large' {
  return fetch === undefined && tabsOf(made, '').length <= MOST_TABS ? 'medium' : 'large'
}

interface OnlyBarProps {
  readonly made: ImportCounts | undefined
  readonly all: string
  readonly only: Only
  readonly onChange: (only: Only) => void
}

function OnlyBar({ made, all, only, onChange }: OnlyBarProps) {
  return (
    <div className={styles.bar}>
      <Segmented label={t('Files')} options={tabsOf(made, all)} value={only} onChange={onChange} />
    </div>
  )
}

function tabsOf(made: ImportCounts | undefined, all: string): readonly { value: Only; label: string }[] {
  const amountOf = (only: Only) => (made === undefined ? 0 : reportedRows(made, only))
  const shown: readonly { value: Only; label: string }[] = [
    { value: 'repaired', label: t('Repaired {{amount}}', { amount: amountOf('repaired') }) },
    { value: 'labelled', label: t('Labeled {{amount}}', { amount: amountOf('labelled') }) },
    { value: 'duplicate', label: t('Already here {{amount}}', { amount: amountOf('duplicate') }) },
    { value: 'repeated', label: t('Twice in the dataset {{amount}}', { amount: amountOf('repeated') }) },
    { value: 'note', label: t('Problems and notes {{amount}}', { amount: amountOf('note') }) },
  ]
  return [
    { value: 'all', label: all },
    { value: 'refused', label: t('Not imported {{amount}}', { amount: made === undefined ? '' : made.refused }) },
    ...shown.filter(({ value }) => amountOf(value) > 0),
  ]
}

/** Button for another try; undefined where it is of no use: then the dialog has no foot. */
function againButton(fetch: TaskView | undefined, made: ImportCounts | undefined) {
  if (fetch === undefined || made === undefined || isRunning(fetch)) return undefined
  const left = leftToFetch(fetch, made)
  return left === 0 ? undefined : <AgainButton fetch={fetch} left={left} />
}

interface AgainButtonProps {
  readonly fetch: TaskView
  /** How many addresses are asked again. */
  readonly left: number
}

/** Another try for addresses whose hosts failed, and for those that were not come to. */
function AgainButton({ fetch: { taskId, project }, left }: AgainButtonProps) {
  const again = useAct(studio.imports.fetchAgain, {
    onDone: (started) => {
      if (project !== null) showFetch({ taskId: started.taskId, project })
      setParams({ dialog: undefined, task: undefined })
    },
  })
  return (
    <Button writes="projects" isPending={again.isPending} onPress={() => again.mutate({ taskId })}>
      {t('Fetch {{count}} images again', { count: left })}
    </Button>
  )
}

/** Facts that only this window has: skipped files, and files that did not get through. */
function Remarks({ upload: { skipped, unsent } }: { readonly upload: Upload }) {
  return (
    <>
      {skipped > 0 && <p className={styles.summary}>{t('{{count}} system files were skipped.', { count: skipped })}</p>}
      {unsent.length > 0 && (
        <VirtualList
          className={styles.unsent}
          label={t('Files that were not sent')}
          count={unsent.length}
          rowHeight={20}
        >
          {(index) => (
            <p className="truncate">
              {unsent[index]?.path}: <span className="text-2">{unsent[index]?.reason}</span>
            </p>
          )}
        </VirtualList>
      )}
    </>
  )
}

/** Each reason once, with the number of its files. */
function Reasons({ task }: { readonly task: TaskId }) {
  const reasons = useQuery({
    queryKey: [...keys.tasks, task, 'report', 'reasons'],
    queryFn: () => studio.imports.reasons({ taskId: task }),
  }).data
  if (reasons === undefined || reasons.length === 0) return null
  return (
    <ul className={styles.reasons} aria-label={t('Reasons')}>
      {reasons.map(({ reason, files }) => (
        <li key={reason.english}>
          <span className="num medium">{t('{{count}} files', { count: files })}</span>
          <span>{sentenceOf(reason)}</span>
        </li>
      ))}
    </ul>
  )
}

interface ReportRowsProps {
  readonly task: TaskId
  readonly only: Only
  readonly total: number
}

function ReportRows({ task, only, total }: ReportRowsProps) {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const from = Math.floor(range.first / WINDOW)
  const windows = Array.from({ length: Math.floor(range.last / WINDOW) - from + 1 }, (_, index) => from + index)
  const pages = useQueries({
    queries: windows.map((index) => ({
      queryKey: [...keys.tasks, task, 'report', only, index],
      queryFn: () => studio.imports.report({ taskId: task, only, offset: index * WINDOW, limit: WINDOW }),
    })),
  })
  const rowAt = (index: number) => pages[Math.floor(index / WINDOW) - from]?.data?.rows[index % WINDOW]
  const look = (first: number, last: number) =>
    setRange((now) => (now.first === first && now.last === last ? now : { first, last }))
  return (
    <VirtualList
      className={styles.list}
      label={t('Files of the import')}
      count={total}
      rowHeight={ROW}
      isGrowing
      onRange={look}
    >
      {(index) => <ReportRow row={rowAt(index)} />}
    </VirtualList>
  )
}

const WORDS: Readonly<Record<ImportOutcome['outcome'], { readonly word: string; readonly tone: Tone }>> = {
  added: { word: t('Added'), tone: 'ok' },
  duplicate: { word: t('Already here'), tone: 'off' },
  labelled: { word: t('Labeled'), tone: 'ok' },
  repeated: { word: t('Twice in the dataset'), tone: 'off' },
  repaired: { word: t('Repaired'), tone: 'ok' },
  refused: { word: t('Not imported'), tone: 'danger' },
  problem: { word: t('Problem'), tone: 'warn' },
  note: { word: t('Note'), tone: 'off' },
}

function reasonOf({ outcome, existing, reason }: ImportOutcome): string {
  if (reason !== null) return sentenceOf(reason)
  if (existing === null) return ''
  if (outcome === 'repaired')
    return t('The stored file of {{image}} was damaged or missing and has been repaired', { image: existing })
  if (outcome === 'labelled') return t('Annotations added to {{image}}', { image: existing })
  return t('Same image as {{image}}', { image: existing })
}

const ROW = 28

/** The core writes the line behind the path. */
function fileOf({ path }: ImportOutcome): string {
  const [, file, line] = /^(.*), line (\d+)$/s.exec(path) ?? []
  return file === undefined || line === undefined ? path : t('{{file}}, line {{line}}', { file, line })
}

/** Names and reasons stand whole, one below the other. */
function ReportRow({ row }: { readonly row: ImportOutcome | undefined }) {
  if (row === undefined) return null
  const { word, tone } = WORDS[row.outcome]
  const reason = reasonOf(row)
  return (
    <div className={styles.row}>
      <span className={styles.file}>{fileOf(row)}</span>
      <span className={styles.word}>
        <StateDot tone={tone} />
        {word}
      </span>
      {reason !== '' && <span className={styles.reason}>{reason}</span>}
    </div>
  )
}
