import { useQuery } from '@tanstack/react-query'
import { ListFilter, ScrollText, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { Facets, ImageFilter, ImageSort, ImageState } from '#common/contract/images'
import type { JobView } from '#common/contract/jobs'
import type { LabelClass } from '#common/contract/projects'
import { jobOfSearch } from '#renderer/features/batches/words'
import { isFiltered, isTriage, TRIAGE_WORDS } from '#renderer/kit/app/image-query'
import { setParams } from '#renderer/kit/app/router'
import { IconButton } from '#renderer/kit/controls/icon-button'
import { SPLIT_NAMES } from '#renderer/kit/display/marks'
import { Popover } from '#renderer/kit/overlay/popover'
import { queries } from '#renderer/kit/studio/queries'
import { t } from '#renderer/kit/words/words'
import { thenCanvas } from '../keys/pressed.ts'
import { NO_FILTER, type QueueQuery } from '../queue/queue-query.ts'
import { usePlace } from '../queue/use-queue.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import styles from './queue-chip.module.css'

/** Which pictures the queue holds, when not all, and the way back to all. */
export function QueueChip({ query }: { readonly query: QueueQuery }) {
  const { project } = useWorkbench()
  const classes = useBench((bench) => bench.classes)
  const { total } = usePlace()
  const { batches = [] } = query.filter
  const facets = useQuery({ ...queries.facets(project), enabled: batches.length > 0 }).data
  const job = useJob(query)
  if (!query.isPicked && !isFiltered(query.filter) && !isTriage(query.sort)) return null
  const text = query.isPicked
    ? t('{{count}} picked pictures', { count: total })
    : filterWords(query, { classes, facets, job })
  return (
    <>
      <span className={styles.rule} />
      <span className={styles.chip} title={text}>
        <ListFilter />
        <span className="truncate">{text}</span>
        <AriaButton
          className={styles.remove ?? ''}
          aria-label={t('Show all pictures')}
          onPress={thenCanvas(() => setParams(NO_FILTER))}
        >
          <X />
        </AriaButton>
      </span>
      {job !== undefined && job.instructions.trim() !== '' && <Instructions job={job} />}
    </>
  )
}

/** The job that the queue is the work of. */
function useJob({ project, filter: { search = '' } }: QueueQuery): JobView | undefined {
  const jobs = useQuery({ ...queries.jobs(project), enabled: search !== '' }).data
  return jobOfSearch(search, jobs ?? [])
}

/** What the labeler was asked to do. */
function Instructions({ job: { name, instructions } }: { readonly job: JobView }) {
  return (
    <Popover
      label={t('Instructions of {{name}}', { name })}
      placement="bottom start"
      trigger={<IconButton size="small" icon={ScrollText} label={t('Instructions')} />}
    >
      <p className={styles.instructions}>{instructions}</p>
    </Popover>
  )
}

interface Names {
  readonly classes: readonly LabelClass[] | undefined
  readonly facets: Facets | undefined
  readonly job: JobView | undefined
}

const STATE_WORDS: Readonly<Record<ImageState, string>> = {
  todo: t('not started'),
  started: t('started'),
  done: t('done'),
}

function searchWords(search: string, job: JobView | undefined): string {
  return job === undefined ? search : t('Job {{name}}', { name: job.name })
}

function lookWords({ like }: ImageFilter, sort: ImageSort): string[] {
  return [like === undefined ? '' : t('similar pictures'), isTriage(sort) ? TRIAGE_WORDS[sort] : '']
}

/** "Batch Nov 18 · unfinished". */
function filterWords({ filter, sort }: QueueQuery, { classes, facets, job }: Names): string {
  const { splits = [], states = [], batches = [], text, search = '' } = filter
  const isUnfinished = states.length === 2 && !states.includes('done')
  const parts = [
    batches.map((id) => facets?.batches.find((batch) => batch.id === id)?.name ?? t('batch')).join(', '),
    splits.map((split) => SPLIT_NAMES[split]).join(', '),
    (filter.classes ?? []).map((id) => classes?.find((each) => each.id === id)?.name ?? t('class')).join(', '),
    isUnfinished ? t('unfinished') : states.map((state) => STATE_WORDS[state]).join(', '),
    text === undefined || text === '' ? '' : t('“{{text}}”', { text }),
    searchWords(search, job),
    ...lookWords(filter, sort),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
