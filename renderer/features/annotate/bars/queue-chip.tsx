import { useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { Facets, ImageState } from '#common/contract/images'
import type { LabelClass } from '#common/contract/projects'
import { isFiltered } from '#renderer/kit/app/image-query'
import { setParams } from '#renderer/kit/app/router'
import { SPLIT_NAMES } from '#renderer/kit/display/marks'
import { plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
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
  if (!query.isPicked && !isFiltered(query.filter)) return null
  const text = query.isPicked ? plural(total, 'picked picture') : filterWords(query, { classes, facets })
  return (
    <>
      <span className={styles.rule} />
      <span className={styles.chip} title={text}>
        <ListFilter />
        <span className="truncate">{text}</span>
        <AriaButton
          className={styles.remove ?? ''}
          aria-label="Show all pictures"
          onPress={thenCanvas(() => setParams(NO_FILTER))}
        >
          <X />
        </AriaButton>
      </span>
    </>
  )
}

interface Names {
  readonly classes: readonly LabelClass[] | undefined
  readonly facets: Facets | undefined
}

const STATE_WORDS: Readonly<Record<ImageState, string>> = { todo: 'not started', started: 'started', done: 'done' }

/** "Batch Nov 18 · unfinished". */
function filterWords({ filter }: QueueQuery, { classes, facets }: Names): string {
  const { splits = [], states = [], batches = [], text, search = '' } = filter
  const isUnfinished = states.length === 2 && !states.includes('done')
  const parts = [
    batches.map((id) => facets?.batches.find((batch) => batch.id === id)?.name ?? 'batch').join(', '),
    splits.map((split) => SPLIT_NAMES[split]).join(', '),
    (filter.classes ?? []).map((id) => classes?.find((each) => each.id === id)?.name ?? 'class').join(', '),
    isUnfinished ? 'unfinished' : states.map((state) => STATE_WORDS[state]).join(', '),
    text === undefined || text === '' ? '' : `“${text}”`,
    search,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
