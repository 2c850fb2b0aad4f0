import { Download } from 'lucide-react'
import { Fragment, type KeyboardEvent } from 'react'
import type { ModelView } from '#common/contract/models/models'
import type { TaskView } from '#common/contract/tasks'
import { sentenceOf } from '#renderer/data/sentence'
import { taskShare, taskTimeLeft } from '#renderer/data/task-progress'
import { cx } from '#renderer/ui/cx'
import { StateDot } from '#renderer/ui/display/marks'
import { doesWhat } from '#renderer/ui/display/model-tasks'
import { ProgressBar } from '#renderer/ui/display/progress'
import { bytes, moment, percent, secondsText } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './model-table.module.css'
import type { Group, Row } from './use-models-page.ts'
import { sizeText } from './words.ts'

export interface ModelTableProps {
  readonly groups: readonly Group[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

const COLUMNS = 5

/** Every model in its group; the arrow keys walk through them. */
export function ModelTable({ groups, chosen, onChoose }: ModelTableProps) {
  return (
    <div className={styles.scroll} data-panel>
      <table className={styles.table} aria-label={t('Models')} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('What it does')}</th>
            <th scope="col" className={styles.number}>
              {t('Average time on this machine')}
            </th>
            <th scope="col" className={styles.number}>
              {t('Size')}
            </th>
            <th scope="col">{t('State')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, rows, empty }) => (
            <Fragment key={name}>
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={COLUMNS}>
                  {name}
                </th>
              </tr>
              {rows.length === 0 && (
                <tr>
                  <td colSpan={COLUMNS} className={styles.empty}>
                    {empty}
                  </td>
                </tr>
              )}
              {rows.map((row) => (
                <Line key={`${row.kind}-${row.id}`} row={row} isChosen={row.id === chosen} onChoose={onChoose} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Moves between the names of the rows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  const names = [...currentTarget.querySelectorAll<HTMLElement>('button')]
  const now = names.findIndex((name) => name === document.activeElement)
  const next = names[now + (key === 'ArrowDown' ? 1 : -1)]
  if (now === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
  next.click()
}

interface LineProps {
  readonly row: Row
  readonly isChosen: boolean
  readonly onChoose: (id: string) => void
}

function Line({ row, isChosen, onChoose }: LineProps) {
  const about = aboutOf(row)
  return (
    <tr className={cx(styles.line, isChosen && styles.chosen)} onClick={() => onChoose(row.id)}>
      <td>
        <button type="button" className={styles.name} {...(isChosen && { 'aria-current': 'true' })}>
          <span className="medium truncate">{about.name}</span>
          <span className="caption text-3 mono truncate">{about.id}</span>
        </button>
      </td>
      <td className="text-2">{doesWhat(about)}</td>
      <td className={styles.number}>{row.kind === 'installed' && averageText(row.model)}</td>
      <td className={cx(styles.number, 'text-2')}>{sizeOf(row)}</td>
      <td>
        <RowState row={row} />
      </td>
    </tr>
  )
}

function aboutOf(row: Row) {
  if (row.kind === 'fetchable') return row.fetchable.entry
  return row.kind === 'installed' ? row.model.manifest : row.trashed.manifest
}

function sizeOf(row: Row): string {
  if (row.kind === 'fetchable') return sizeText(row.fetchable)
  if (row.kind === 'installed') return row.model.origin === 'built-in' ? t('built in') : bytes(row.model.bytes)
  return bytes(Object.values(row.trashed.manifest.files).reduce((sum, file) => sum + file.bytes, 0))
}

function RowState({ row }: { readonly row: Row }) {
  if (row.kind === 'fetchable') return <FetchState row={row} />
  if (row.kind === 'installed') return <State model={row.model} />
  return (
    <span className={styles.state}>
      <StateDot tone="off" /> {t('Removed {{when}}', { when: moment(row.trashed.trashedAt) })}
    </span>
  )
}

function averageText({ answered }: ModelView): string {
  return answered === null ? '' : secondsText(answered.averageSeconds)
}

function State({ model: { loaded, origin } }: { readonly model: ModelView }) {
  if (loaded === null) {
    return (
      <span className={styles.state}>
        <StateDot tone={origin === 'built-in' ? 'ok' : 'off'} /> {origin === 'built-in' ? t('Ready') : t('On disk')}
      </span>
    )
  }
  return (
    <span className={styles.state}>
      <StateDot tone="ok" /> {t('Loaded')} <span className="text-3 num">{bytes(loaded.memoryBytes)}</span>
    </span>
  )
}

function FetchState({ row: { fetchable, task } }: { readonly row: Extract<Row, { kind: 'fetchable' }> }) {
  if (task !== undefined) return <FetchProgress task={task} />
  return (
    <span className={cx(styles.state, styles.get)}>
      <Download /> {fetchable.arrivedBytes > 0 ? t('Resume download') : t('Download')}
    </span>
  )
}

/** Share, remaining time and a bar. */
export function FetchProgress({ task }: { readonly task: TaskView }) {
  const share = taskShare(task)
  return (
    <span className={styles.progress}>
      <span className="caption num">
        <span>{share === undefined ? t('Starting') : percent(share)}</span>
        <span className="text-3">{taskTimeLeft(task)}</span>
      </span>
      <ProgressBar value={share} label={sentenceOf(task.title)} />
    </span>
  )
}
