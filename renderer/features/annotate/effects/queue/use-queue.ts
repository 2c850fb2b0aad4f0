import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ImageState } from '#common/contract/images'
import type { ImageId, ProjectSlug } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { isTriage } from '#renderer/ui/app/image-query'
import { readQueue } from '#renderer/ui/app/queue'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { placeOf } from '../../model/queue.ts'
import { followAddress, takeEarlySteps } from './open-image.ts'
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
  const editor = useEditor()
  const { data, error, refetch } = useQuery(queueOptions(query))
  const present = usePresent(query.project, data)
  useEffect(() => {
    if (data) editor.set({ states: new Map() })
  }, [editor, data])
  useEffect(() => {
    if (present) editor.set({ queue: present })
  }, [editor, present])
  useEffect(() => followAddress(editor, image, data), [editor, image, data])
  useEffect(() => {
    if (data) takeEarlySteps(editor)
  }, [editor, data])
  return { data, error, again: () => void refetch() }
}

/** Keeps what is known of the images' states up to date while they are worked on. */
export function useStates(): void {
  const editor = useEditor()
  useEffect(
    () =>
      editor.documents.store.subscribe(({ views }) => {
        const { states } = editor.state
        const changed = [...views].filter(([id, view]) => view.load === 'ready' && states.get(id) !== view.state)
        if (changed.length === 0) return
        editor.set({ states: new Map([...states, ...changed.map(([id, view]) => [id, view.state] as const)]) })
      }),
    [editor],
  )
}

/** Which image of how many is on screen; −1 when it is not in the queue. */
export function usePlace(): { readonly place: number; readonly total: number } {
  const image = useEditorState((state) => state.image)
  const ids = useEditorState((state) => state.queue.ids)
  return { place: image === undefined ? -1 : placeOf(ids, image), total: ids.length }
}
