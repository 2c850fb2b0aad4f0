import { createStore } from 'zustand/vanilla'
import type { ProjectSlug, TaskId } from '#common/ids'

interface Fetch {
  readonly taskId: TaskId
  readonly project: ProjectSlug
}

/** The fetches that this window started and that the person has not closed. */
export const fetchStore = createStore<{ readonly fetches: readonly Fetch[] }>(() => ({ fetches: [] }))

export function showFetch(fetch: Fetch): void {
  fetchStore.setState(({ fetches }) => ({ fetches: [...fetches, fetch] }))
}

export function hideFetch(taskId: TaskId): void {
  fetchStore.setState(({ fetches }) => ({ fetches: fetches.filter((fetch) => fetch.taskId !== taskId) }))
}
