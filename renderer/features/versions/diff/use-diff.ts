import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DiffRow } from '#common/contract/version-diff'
import type { ProjectSlug } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import type { Choice } from './choice.ts'

type Compared = Pick<Choice, 'from' | 'to'> & { readonly project: ProjectSlug }

/** Counts of differences between two versions. */
export function useDiff({ project, from, to }: Compared) {
  return useQuery({
    queryKey: [...keys.versions(project), 'diff', from, to],
    queryFn: ({ signal }) => studio.versionDiff.read({ project, from, to }, { signal }),
    enabled: from !== to,
  })
}

/** Images come in windows of this many. */
const WINDOW = 24

export interface DiffRows {
  /** Number of images; undefined until the first answer. */
  readonly total: number | undefined
  readonly error: Error | null
  readonly rowAt: (index: number) => DiffRow | undefined
}

/** The images that differ, fetched in windows around the places that are asked for. */
export function useDiffRows(project: ProjectSlug, choice: Choice, indexes: readonly number[]): DiffRows {
  const windows = [...new Set(indexes.map((index) => Math.floor(index / WINDOW)))]
  const answers = useQueries({ queries: windows.map((window) => windowOf(project, choice, window)) })
  const known = answers.find(({ data }) => data !== undefined)?.data?.total
  const key = JSON.stringify(choice)
  // The count stays while the next windows are on their way, so that the scroll bar does not jump.
  const [kept, keep] = useState({ key, total: known })
  if (known !== undefined && (kept.key !== key || kept.total !== known)) keep({ key, total: known })
  return {
    total: known ?? (kept.key === key ? kept.total : undefined),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    rowAt: (index) => answers[windows.indexOf(Math.floor(index / WINDOW))]?.data?.rows[index % WINDOW],
  }
}

function windowOf(project: ProjectSlug, { from, to, filter }: Choice, window: number) {
  const place = { offset: window * WINDOW, limit: WINDOW }
  return {
    queryKey: [...keys.versions(project), 'diff', from, to, filter, window],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      studio.versionDiff.page({ project, from, to, filter, ...place }, { signal }),
  }
}
