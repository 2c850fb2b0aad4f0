import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RebalancePreview, RebalanceRequest } from '#common/contract/splits'
import type { ProjectSlug } from '#common/ids'
import { totalOf } from '#common/split'
import { keys } from '#renderer/data/queries'
import { freshSeed } from '#renderer/data/seed'
import { studio } from '#renderer/data/studio'
import { USUAL_SHARES } from './shares.ts'

/** Moves come in windows of this many. */
const MOVE_WINDOW = 100

/** State of the dialog's request; the seed stays, so that the preview is what will be done. */
export function useRequest(): [RebalanceRequest, (change: Partial<RebalanceRequest>) => void] {
  const [request, setRequest] = useState<RebalanceRequest>(() => ({
    shares: USUAL_SHARES,
    mode: 'rebalance',
    grouping: 'global',
    classes: [],
    seed: freshSeed(),
  }))
  return [request, (change) => setRequest((now) => ({ ...now, ...change }))]
}

/** The request as the core takes it: batches count only while everything is shuffled. */
export function toRequest(request: RebalanceRequest): RebalanceRequest {
  return request.mode === 'shuffle' ? request : { ...request, grouping: 'global' }
}

/** Preview of the request. While a newer one is computed, the older answer stays and is not current. */
export function useRebalancePreview(project: ProjectSlug, request: RebalanceRequest) {
  const { data, error, isPlaceholderData } = useQuery({
    ...movesWindow(project, request, 0),
    enabled: totalOf(request.shares) > 0,
    placeholderData: keepPreviousData,
  })
  return { preview: data, isCurrent: data !== undefined && !isPlaceholderData, error }
}

/** The moves at the places that are in view; undefined while a window is on its way. */
export function useMoves(project: ProjectSlug, request: RebalanceRequest, places: readonly number[]) {
  const windows = [...new Set(places.map((place) => Math.floor(place / MOVE_WINDOW)))]
  const answers = useQueries({ queries: windows.map((index) => movesWindow(project, request, index)) })
  const byWindow = new Map(windows.map((index, at) => [index, answers[at]?.data?.moves]))
  return (place: number): RebalancePreview['moves'][number] | undefined =>
    byWindow.get(Math.floor(place / MOVE_WINDOW))?.[place % MOVE_WINDOW]
}

function movesWindow(project: ProjectSlug, request: RebalanceRequest, index: number) {
  const asked = toRequest(request)
  return queryOptions({
    queryKey: [...keys.images(project), 'rebalance', asked, index],
    queryFn: ({ signal }) =>
      studio.splits.preview(
        { project, request: asked, page: { offset: index * MOVE_WINDOW, limit: MOVE_WINDOW } },
        { signal },
      ),
    gcTime: 30_000,
  })
}
