import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImageLayout } from '#common/contract/browse/saved-views'
import type { ImageCard, ImageQuery, ImageRow } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { IMAGE_WINDOW, keys, queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'

export interface Images<Card extends ImageCard> {
  /** Number of images; undefined until the first answer. */
  readonly total: number | undefined
  readonly error: Error | null
  readonly cardAt: (index: number) => Card | undefined
  /** The average color of an image, known before its card. */
  readonly colorAt: (index: number) => string | undefined
  /** The ids from one place to another, both included. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly ImageId[]>
}

interface Page<Card> {
  readonly total: number
  readonly rows: readonly Card[]
}

type Ask<Card> = (
  window: ImageQuery & { readonly offset: number; readonly limit: number },
  options: { readonly signal: AbortSignal },
) => Promise<Page<Card>>

/** Where images come from, with as much of each as is shown. */
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
}

/** Who scrolls through a hundred thousand images must not keep them all in memory. */
const KEPT_MS = 20_000

function windowOf<Card>(query: ImageQuery, index: number, source: ImageSource<Card>) {
  return queryOptions({
    queryKey: [...keys.images(query.project), source.name, query, index],
    queryFn: ({ signal }) => source.ask({ ...query, offset: index * IMAGE_WINDOW, limit: IMAGE_WINDOW }, { signal }),
    gcTime: KEPT_MS,
  })
}

/** Asks for the first images of a query, whether or not anything shows them yet. */
export function askFirst(client: QueryClient, query: ImageQuery, layout: ImageLayout): void {
  if (layout === 'grid') void client.prefetchQuery(windowOf(query, 0, CARDS))
  if (layout === 'rows') void client.prefetchQuery(windowOf(query, 0, ROWS))
}

/** How many images a query finds: told with the first of them, which the layout shows. */
export function useTotal(query: ImageQuery, layout: ImageLayout): Pick<Images<ImageCard>, 'total' | 'error'> {
  const isTable = layout === 'rows'
  const cards = useQuery({ ...headOf(query, CARDS), select: totalOf, enabled: !isTable })
  const rows = useQuery({ ...headOf(query, ROWS), select: totalOf, enabled: isTable })
  const { data, error } = isTable ? rows : cards
  return { total: data, error }
}

function totalOf({ total }: Page<unknown>): number {
  return total
}

/** Until the first answer to another query, the images of the last one stay in sight. */
function headOf<Card>(query: ImageQuery, source: ImageSource<Card>) {
  const ofLast = (shown: Page<Card> | undefined, from?: { readonly queryKey: readonly unknown[] }) =>
    from?.queryKey[1] === query.project ? shown : undefined
  return { ...windowOf(query, 0, source), placeholderData: ofLast }
}

/** The images of a query, fetched in windows around those in sight. */
export function useImages<Card extends ImageCard>(query: ImageQuery, sight: Sight<Card>): Images<Card> {
  const { first, last, source } = sight
  const client = useQueryClient()
  const head = useQuery(headOf(query, source))
  const colors = useQuery({ ...colorsOf(query), enabled: head.isSuccess && !head.isPlaceholderData }).data
  const from = Math.floor(first / IMAGE_WINDOW)
  const indexes = Array.from({ length: Math.floor(last / IMAGE_WINDOW) - from + 1 }, (_, step) => from + step)
  const windows = useQueries({ queries: indexes.map((index) => windowOf(query, index, source)) })
  const total = useLastTotal(windows.find(({ data }) => data !== undefined)?.data?.total ?? head.data?.total, query)
  const idsBetween = async (a: number, b: number) =>
    (await client.fetchQuery(queries.imageIds(query))).slice(Math.min(a, b), Math.max(a, b) + 1)
  const cardAt = (index: number) => {
    const place = Math.floor(index / IMAGE_WINDOW)
    const page = windows[place - from]?.data ?? (place === 0 ? head.data : undefined)
    return page?.rows[index % IMAGE_WINDOW]
  }
  const colorAt = (index: number) => (colors === undefined ? undefined : colorFrom(colors, index))
  return { total, error: head.error, cardAt, colorAt, idsBetween }
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
