import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useStore } from 'zustand'
import type { TaskView } from '#common/contract/tasks'
import type { CatalogCard } from '#common/contract/workspace/catalog'
import type { TaskId } from '#common/ids'
import { PROJECT_TYPE_NAMES } from '#renderer/data/project-type'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { isRunning } from '#renderer/data/task-end'
import { useAbility } from '#renderer/data/use-ability'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { Chip } from '#renderer/ui/display/chip'
import { Image } from '#renderer/ui/display/image'
import { ErrorLine } from '#renderer/ui/display/message'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import styles from './catalog-tile.module.css'
import { addressOf, copiedText, copies, copyOf, startCopy } from './entrance/copies.ts'

interface CatalogTileProps {
  readonly card: CatalogCard
}

/** A project of the catalog: what it is, and the way to a copy of it. */
export function CatalogTile({ card }: CatalogTileProps) {
  const { name, type, images, classes, license, description, thumbnail, own } = card
  const taskId = useStore(copies, (all) => all[addressOf(card)])
  const counts = classes === null ? [] : [t('{{count}} classes', { count: classes.length })]
  const words = description === '' && classes !== null ? classWords(classes) : description
  const terms = license === '' ? t('no license stated') : t('License: {{license}}', { license })
  const kind = `${PROJECT_TYPE_NAMES[type]} · ${terms}`
  return (
    <article className={styles.tile} aria-label={name}>
      {thumbnail === null ? (
        <div className={cx(styles.cover, styles.blank)} />
      ) : (
        <Image url={thumbnail} className={styles.cover} />
      )}
      <div className={styles.head}>
        <h2 className={cx(styles.name, 'truncate')} title={name}>
          {name}
        </h2>
        {own !== null && <Chip tone="line">{t('Yours')}</Chip>}
      </div>
      <p className={cx(styles.facts, 'num', 'truncate')}>
        {[t('{{count}} images', { count: images }), ...counts].join(' · ')}
      </p>
      <p className={cx(styles.facts, 'caption', 'truncate')} title={kind}>
        {kind}
      </p>
      {words !== '' && <p className={styles.words}>{words}</p>}
      <div className={styles.foot}>
        {taskId === undefined ? <CopyButton card={card} /> : <CopyState card={card} taskId={taskId} />}
      </div>
    </article>
  )
}

/** "boat, buoy and 3 more". */
function classWords(classes: NonNullable<CatalogCard['classes']>): string {
  const shown = classes.slice(0, 6).map(({ name }) => name)
  const more = classes.length - shown.length
  return more === 0 ? shown.join(', ') : t('{{names}} and {{number}} more', { names: shown.join(', '), number: more })
}

function CopyButton({ card }: CatalogTileProps) {
  const client = useQueryClient()
  const start = useAct(() => startCopy(card, client))
  const { own } = card
  return (
    <div className={styles.buttons}>
      <Button writes="projects" isPending={start.isPending} onPress={() => start.mutate(undefined)}>
        <Copy />
        {t('Copy into my projects')}
      </Button>
      {own !== null && (
        <Button variant="quiet" onPress={() => navigate(projectHref(own, 'images'))}>
          {t('Open')}
        </Button>
      )}
    </div>
  )
}

function CopyState({ card, taskId }: CatalogTileProps & { readonly taskId: TaskId }) {
  const { data: task, isError } = useQuery(queries.task(taskId))
  // The task is of another machine that the studio worked on, or forgotten.
  if (task === undefined && isError) return <CopyButton card={card} />
  if (task === undefined || isRunning(task)) return <RunningCopy card={card} taskId={taskId} task={task} />
  const made = copyOf(task)
  if (task.status === 'failed') {
    return (
      <>
        <ErrorLine word={t('Not copied')} error={task.error ?? t('Unknown reason')} />
        <CopyButton card={card} />
      </>
    )
  }
  return (
    <>
      <p role="status">
        {made === undefined ? t('{{name}} copied into your projects', { name: card.name }) : copiedText(made)}
      </p>
      <div className={styles.buttons}>
        {made !== undefined && (
          <Button onPress={() => navigate(projectHref(made.project, 'images'))}>{t('Open the copy')}</Button>
        )}
        <Button writes="projects" variant="quiet" onPress={() => copies.setState(without(addressOf(card)), true)}>
          {t('Copy again')}
        </Button>
      </div>
    </>
  )
}

function without(address: string) {
  return (all: Readonly<Record<string, TaskId>>) =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== address))
}

interface RunningCopyProps extends CatalogTileProps {
  readonly taskId: TaskId
  readonly task: TaskView | undefined
}

function RunningCopy({ card, taskId, task }: RunningCopyProps) {
  const cancel = useAct(studio.tasks.cancel)
  const can = useAbility()
  const progress = task?.progress
  const share = progress && progress.total > 0 ? progress.current / progress.total : undefined
  return (
    <>
      <ProgressBar value={share} label={t('Copying {{name}}', { name: card.name })} />
      <div className={styles.buttons}>
        <span className="num">
          {progress
            ? t('{{done}} of {{count}} images', { done: progress.current, count: progress.total })
            : t('Starting')}
        </span>
        {can('cancel-tasks') && (
          <Button size="small" variant="quiet" isPending={cancel.isPending} onPress={() => cancel.mutate({ taskId })}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </>
  )
}
