import { useQuery } from '@tanstack/react-query'
import { ListFilter, ScrollText, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { JobView } from '#common/contract/jobs'
import { queries } from '#renderer/data/queries'
import { jobOfSearch } from '#renderer/features/batches/entrance/words'
import { isFiltered, isTriage } from '#renderer/ui/app/image-query'
import { setParams } from '#renderer/ui/app/router'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Popover } from '#renderer/ui/overlay/popover'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { NO_FILTER, type QueueQuery } from '../../effects/queue/queue-query.ts'
import { usePlace } from '../../effects/queue/use-queue.ts'
import { thenCanvas } from '../../parts/pressed.ts'
import { filterWords } from './filter-words.ts'
import styles from './queue-chip.module.css'

/** Which images the queue holds, when not all, and the way back to all. */
export function QueueChip({ query }: { readonly query: QueueQuery }) {
  const { project } = useEditor()
  const classes = useEditorState((state) => state.classes)
  const { total } = usePlace()
  const { batches = [] } = query.filter
  const facets = useQuery({ ...queries.facets(project), enabled: batches.length > 0 }).data
  const job = useJob(query)
  if (!query.isPicked && !isFiltered(query.filter) && !isTriage(query.sort)) return null
  const text = query.isPicked
    ? t('{{count}} selected images', { count: total })
    : filterWords(query, { classes, facets, job })
  return (
    <>
      <span className={styles.rule} />
      <span className={styles.chip} title={text}>
        <ListFilter />
        <span className="truncate">{text}</span>
        <AriaButton
          className={styles.remove ?? ''}
          aria-label={t('Show all images')}
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

/** Instructions of the annotation job. */
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
