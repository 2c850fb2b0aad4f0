import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ImageQuery } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { readQueue } from '#renderer/ui/app/queue'
import { FIRST } from './block.ts'
import type { Mark, SortingStore } from './sorting-store.ts'

export interface SortingQuery extends ImageQuery {
  readonly isPicked: boolean
}

/** Reads the images once, so that none leaves while it is sorted, and begins at the first that has no class. */
export function useSortingQueue(sorting: SortingStore, query: SortingQuery) {
  const { data, error } = useQuery({
    queryKey: ['sorting-queue', query],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => readSorting(query, signal),
  })
  useEffect(() => {
    if (!data) return
    const { ids, marks } = data
    const labelled = ids.filter((id) => marks.get(id)?.isLabelled).length
    const first = Math.max(
      0,
      ids.findIndex((id) => !marks.get(id)?.isLabelled),
    )
    const block = labelled === ids.length ? FIRST : { focus: first, anchor: first }
    sorting.setState({ ids, marks, labelled, block, undo: [], redo: [] })
  }, [sorting, data])
  return { data, error }
}

async function readSorting({ isPicked, ...query }: SortingQuery, signal: AbortSignal) {
  const { filter } = query
  const states = filter.states ?? []
  const { search = '' } = filter
  const without = search === '' ? 'labelled:false' : `(${search}) labelled:false`
  const [ids, unlabelled, done] = await Promise.all([
    (isPicked ? readQueue(query.project) : undefined) ?? studio.images.ids(query, { signal }),
    studio.images.ids({ ...query, filter: { ...filter, search: without } }, { signal }),
    states.length > 0 && !states.includes('done')
      ? []
      : studio.images.ids({ ...query, filter: { ...filter, states: ['done'] } }, { signal }),
  ])
  return { ids, marks: marksOf(ids, new Set(unlabelled), new Set(done)) }
}

function marksOf(ids: readonly ImageId[], unlabelled: ReadonlySet<ImageId>, done: ReadonlySet<ImageId>) {
  return new Map<ImageId, Mark>(ids.map((id) => [id, { isLabelled: !unlabelled.has(id), isDone: done.has(id) }]))
}
