import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operation } from '#common/contract/annotations'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useDocument, useEditor, useEditorState } from '../../editor/hooks/session.tsx'

/** The log comes in windows of this many. */
const WINDOW = 100

/** The log of the image on screen as far as it is looked at, newest first. */
export function useHistory() {
  const { project } = useEditor()
  const image = useEditorState((state) => state.image)
  // Each write makes a new revision, and with it the log is another one.
  const revision = useDocument((document) => document?.revision)
  const [range, setRange] = useState({ first: 0, last: 0 })
  const windows = windowsOf(range)
  const pages = useQueries({
    queries: windows.map((window) => ({
      queryKey: [...keys.images(project), 'history', image, revision, window],
      queryFn:
        image === undefined
          ? skipToken
          : ({ signal }: { signal: AbortSignal }) =>
              studio.annotations.history({ project, image, offset: window * WINDOW, limit: WINDOW }, { signal }),
      placeholderData: keepPreviousData,
    })),
  })
  const [first] = pages
  return {
    total: first?.data?.total ?? 0,
    error: first?.error ?? null,
    isKnown: first?.data !== undefined,
    row: (index: number): Operation | undefined =>
      pages[windows.indexOf(Math.floor(index / WINDOW))]?.data?.rows[index % WINDOW],
    show: (from: number, to: number) => setRange({ first: from, last: to }),
  }
}

export type HistoryRows = ReturnType<typeof useHistory>

function windowsOf({ first, last }: { readonly first: number; readonly last: number }): readonly number[] {
  const from = Math.floor(first / WINDOW)
  return Array.from({ length: Math.floor(last / WINDOW) - from + 1 }, (_, step) => from + step)
}

/** The labels as they were after an operation; nothing while no earlier state is looked at. */
export function usePast(operation: number | undefined) {
  const { project } = useEditor()
  const image = useEditorState((state) => state.image)
  return useQuery({
    queryKey: [...keys.images(project), 'past', image, operation],
    queryFn:
      image === undefined || operation === undefined
        ? skipToken
        : ({ signal }) => studio.annotations.past({ project, image, operation }, { signal }),
    placeholderData: keepPreviousData,
  })
}
