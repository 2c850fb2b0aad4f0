import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ImageState } from '#common/contract/images'
import type { ImageId, ProjectSlug } from '#common/ids'
import { isTriage } from '#renderer/kit/app/image-query'
import { readQueue } from '#renderer/kit/app/queue'
import { studio } from '#renderer/kit/studio/studio'
import { taskEnd } from '#renderer/kit/studio/task-end'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { placeOf } from './queue.ts'
import { followAddress, takeEarlySteps } from './queue-acts.ts'
import type { QueueQuery } from './queue-query.ts'
import { usePresent } from './use-present.ts'

/** Read once: a queue that lost images while they are finished would be no queue. */
function queueOptions({ isPicked, ...query }: QueueQuery) {
  const picked = isPicked ? readQueue(query.project) : undefined
  const states = (query.filter.states ?? ImageState.options).filter((state) => state !== 'done')
  const filter = { ...query.filter, states }
  return queryOptions({
    queryKey: ['annotate-queue', query, picked],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (isTriage(query.sort)) await marked(query.project)
      const [ids, unfinished] = await Promise.all([
        picked ?? studio.images.ids(query, { signal }),
        states.length === 0 ? [] : studio.images.ids({ ...query, filter }, { signal }),
      ])
      return { ids, unfinished: new Set(unfinished) }
    },
  })
}

/** Waits until every image of a project has the marks that it is sorted by. */
async function marked(project: ProjectSlug): Promise<void> {
  const { taskId } = await studio.triage.refresh({ project })
  if (taskId !== null) await taskEnd(taskId)
}

/** Fills the queue, and puts the image of the address on screen; without one the first that is not done. */
export function useQueue(query: QueueQuery, image: ImageId | undefined) {
  const workbench = useWorkbench()
  const { data, error, refetch } = useQuery(queueOptions(query))
  const present = usePresent(query.project, data)
  useEffect(() => {
    if (data) workbench.set({ states: new Map() })
  }, [workbench, data])
  useEffect(() => {
    if (present) workbench.set({ queue: present })
  }, [workbench, present])
  useEffect(() => followAddress(workbench, image, data), [workbench, image, data])
  useEffect(() => {
    if (data) takeEarlySteps(workbench)
  }, [workbench, data])
  return { data, error, again: () => void refetch() }
}

/** Keeps what is known of the images' states up to date while they are worked on. */
export function useStates(): void {
  const workbench = useWorkbench()
  useEffect(
    () =>
      workbench.documents.store.subscribe(({ views }) => {
        const { states } = workbench.bench
        const changed = [...views].filter(([id, view]) => view.load === 'ready' && states.get(id) !== view.state)
        if (changed.length === 0) return
        workbench.set({ states: new Map([...states, ...changed.map(([id, view]) => [id, view.state] as const)]) })
      }),
    [workbench],
  )
}

/** Which image of how many is on screen; −1 when it is not in the queue. */
export function usePlace(): { readonly place: number; readonly total: number } {
  const image = useBench((bench) => bench.image)
  const ids = useBench((bench) => bench.queue.ids)
  return { place: image === undefined ? -1 : placeOf(ids, image), total: ids.length }
}
