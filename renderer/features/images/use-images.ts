import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ImageCard, ImageQuery } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { IMAGE_WINDOW, queries } from '#renderer/kit/studio/queries'

export interface Images {
  /** Undefined until the first answer. */
  readonly total: number | undefined
  readonly error: Error | null
  readonly cardAt: (index: number) => ImageCard | undefined
  /** The ids from one place to another, both included. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly ImageId[]>
  readonly allIds: () => Promise<readonly ImageId[]>
}

/** The pictures of a query, fetched in windows around the rows in sight. */
export function useImages(query: ImageQuery, first: number, last: number): Images {
  const client = useQueryClient()
  const head = useQuery(queries.imageWindow(query, 0))
  const from = Math.floor(first / IMAGE_WINDOW)
  const indexes = Array.from({ length: Math.floor(last / IMAGE_WINDOW) - from + 1 }, (_, step) => from + step)
  const windows = useQueries({ queries: indexes.map((index) => queries.imageWindow(query, index)) })
  const total = useLastTotal(windows.find(({ data }) => data !== undefined)?.data?.total ?? head.data?.total, query)
  const allIds = useCallback(() => client.fetchQuery(queries.imageIds(query)), [client, query])
  const idsBetween = async (a: number, b: number) => (await allIds()).slice(Math.min(a, b), Math.max(a, b) + 1)
  const cardAt = (index: number) => {
    const place = Math.floor(index / IMAGE_WINDOW)
    const page = windows[place - from]?.data ?? (place === 0 ? head.data : undefined)
    return page?.rows[index % IMAGE_WINDOW]
  }
  return { total, error: head.error, cardAt, idsBetween, allIds }
}

/** The count stays while the next windows are on their way, so that the scroll bar does not jump. */
function useLastTotal(total: number | undefined, query: ImageQuery): number | undefined {
  const [kept, keep] = useState({ query, total })
  if (total !== undefined && (kept.query !== query || kept.total !== total)) keep({ query, total })
  return total ?? (kept.query === query ? kept.total : undefined)
}
