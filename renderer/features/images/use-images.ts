import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ImageLayout } from '#common/contract/browse/saved-views'
import type { ImageCard, ImageQuery, ImageRow } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { IMAGE_WINDOW, keys, queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'

export interface Images<Card extends ImageCard> {
  /** Undefined until the first answer. */
  readonly total: number | undefined
  readonly error: Error | null
  readonly cardAt: (index: number) => Card | undefined
  /** The average colour of a picture, known before its card. */
  readonly colorAt: (index: number) => string | undefined
  /** The ids from one place to another, both included. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly ImageId[]>
  readonly allIds: () => Promise<readonly ImageId[]>
}

interface Page<Card> {
  readonly total: number
  readonly rows: readonly Card[]
}

type Ask<Card> = (
  window: ImageQuery & { readonly offset: number; readonly limit: number },
  options: { readonly signal: AbortSignal },
) => Promise<Page<Card>>

/** Where pictures come from, with as much of each as is shown. */
export interface ImageSource<Card> {
  readonly name: 'window' | 'rows'
  readonly ask: Ask<Card>
}

export const CARDS: ImageSource<ImageCard> = { name: 'window', ask: studio.images.page }
export const ROWS: ImageSource<ImageRow> = { name: 'rows', ask: studio.images.rows }

export interface Sight<Card> {
  /** Places that are in sight, both included. */
  readonly first: number
  readonly last: number
  readonly source: ImageSource<Card>
  /** False: nothing is asked for. */
  readonly isOn: boolean
}

/** Who scrolls through a hundred thousand pictures must not keep them all in memory. */
const KEPT_MS = 20_000

function windowOf<Card>(query: ImageQuery, index: number, { source, isOn }: Sight<Card>) {
  return queryOptions({
    queryKey: [...keys.images(query.project), source.name, query, index],
    queryFn: ({ signal }) => source.ask({ ...query, offset: index * IMAGE_WINDOW, limit: IMAGE_WINDOW }, { signal }),
    enabled: isOn,
    gcTime: KEPT_MS,
  })
}

/** Asks for the first pictures of a query, whether or not anything shows them yet. */
export function askFirst(client: QueryClient, query: ImageQuery, layout: ImageLayout): void {
  const start = { first: 0, last: 0, isOn: true }
  if (layout === 'grid') void client.prefetchQuery(windowOf(query, 0, { ...start, source: CARDS }))
  if (layout === 'rows') void client.prefetchQuery(windowOf(query, 0, { ...start, source: ROWS }))
}

/** The pictures of a query, fetched in windows around those in sight. */
export function useImages<Card extends ImageCard>(query: ImageQuery, sight: Sight<Card>): Images<Card> {
  const { first, last } = sight
  const client = useQueryClient()
  // Until the first answer to another query, the pictures of the last one stay in sight.
  const head = useQuery({
    ...windowOf(query, 0, sight),
    placeholderData: (shown, from) => (from?.queryKey[1] === query.project ? shown : undefined),
  })
  const colors = useQuery({ ...colorsOf(query), enabled: head.isSuccess && !head.isPlaceholderData }).data
  const from = Math.floor(first / IMAGE_WINDOW)
  const indexes = Array.from({ length: Math.floor(last / IMAGE_WINDOW) - from + 1 }, (_, step) => from + step)
  const windows = useQueries({ queries: indexes.map((index) => windowOf(query, index, sight)) })
  const total = useLastTotal(windows.find(({ data }) => data !== undefined)?.data?.total ?? head.data?.total, query)
  const allIds = useCallback(() => client.fetchQuery(queries.imageIds(query)), [client, query])
  const idsBetween = async (a: number, b: number) => (await allIds()).slice(Math.min(a, b), Math.max(a, b) + 1)
  const cardAt = (index: number) => {
    const place = Math.floor(index / IMAGE_WINDOW)
    const page = windows[place - from]?.data ?? (place === 0 ? head.data : undefined)
    return page?.rows[index % IMAGE_WINDOW]
  }
  const colorAt = (index: number) => (colors === undefined ? undefined : colorFrom(colors, index))
  return { total, error: head.error, cardAt, colorAt, idsBetween, allIds }
}

function colorsOf(query: ImageQuery) {
  return queryOptions({
    queryKey: [...keys.images(query.project), 'colors', query],
    queryFn: ({ signal }) => studio.images.colors(query, { signal }),
    gcTime: KEPT_MS,
  })
}

function colorFrom(colors: string, index: number): string | undefined {
  const digits = colors.slice(index * 6, index * 6 + 6)
  return digits === '' ? undefined : `#${digits}`
}

/** The count stays while the next windows are on their way, so that the scroll bar does not jump. */
function useLastTotal(total: number | undefined, query: ImageQuery): number | undefined {
  const [kept, keep] = useState({ query, total })
  if (total !== undefined && (kept.query !== query || kept.total !== total)) keep({ query, total })
  return total ?? (kept.query === query ? kept.total : undefined)
}
