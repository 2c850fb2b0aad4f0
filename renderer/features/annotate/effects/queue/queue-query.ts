import { useMemo } from 'react'
import type { ImageQuery } from '#common/contract/images'
import type { ProjectSlug } from '#common/ids'
import { imageQueryParams, readImageQuery } from '#renderer/ui/app/image-query'
import { useRoute } from '#renderer/ui/app/router'

/** Drops everything from the address that makes the queue smaller. */
export const NO_FILTER = { ...imageQueryParams({ filter: {}, sort: 'added' }), queue: undefined }

/** The images to go through: a query, or the ones that were picked by hand. */
export interface QueueQuery extends ImageQuery {
  readonly isPicked: boolean
}

/** The queue query of the address. Moving between images changes the address but not the query: it stays the same object then. */
export function useQueueQuery(project: ProjectSlug): QueueQuery {
  const { params } = useRoute()
  const text = new URLSearchParams([...params].filter(([name]) => name in NO_FILTER)).toString()
  return useMemo(() => {
    const named = new URLSearchParams(text)
    return { ...readImageQuery(project, named), isPicked: named.get('queue') === 'selection' }
  }, [project, text])
}
