import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ImageLayout, type ViewedImages } from '#common/contract/browse/saved-views'
import type { ImageQuery } from '#common/contract/images'
import type { ProjectSlug } from '#common/ids'
import { useAbility } from '#renderer/data/use-ability'
import { imageQueryParams, readImageQuery } from '#renderer/ui/app/image-query'
import { setParams } from '#renderer/ui/app/router'
import { clear, type SelectionStore } from './selection/selection.ts'
import { askFirst } from './use-images.ts'

export interface Shown {
  readonly query: ImageQuery
  readonly layout: ImageLayout
  /** Puts other images on screen, or the same ones in another layout; the address says it. */
  readonly show: (next: Partial<ViewedImages>) => void
}

/** Ability that a layout needs of the project space. */
const NEEDED = { rows: 'table', similar: 'find-alike' } as const

/** The images chosen by the address. Another query starts at its first image with nothing selected. */
export function useShown(project: ProjectSlug, params: URLSearchParams, selection: SelectionStore): Shown {
  const text = params.toString()
  const query = useMemo(() => readImageQuery(project, new URLSearchParams(text)), [project, text])
  const can = useAbility()
  const client = useQueryClient()
  const named = ImageLayout.safeParse(params.get('view')).data ?? 'grid'
  const layout = named === 'grid' || can(NEEDED[named]) ? named : 'grid'
  const show = (next: Partial<ViewedImages>) => {
    const wanted = { filter: query.filter, sort: query.sort, layout, ...next }
    if (next.filter !== undefined || next.sort !== undefined) {
      clear(selection)
      selection.setState({ focus: 0, anchor: 0 })
    }
    const isOfNone = wanted.sort === 'alike' && wanted.filter.like === undefined
    const view = wanted.layout === 'grid' ? undefined : wanted.layout
    const asked: ImageQuery = { project, filter: wanted.filter, sort: isOfNone ? 'added' : wanted.sort }
    const address = { ...imageQueryParams(asked), view }
    askFirst(client, asQuery(project, address), wanted.layout)
    // Drawing the screen for the new query takes longer than asking: what is asked is on its way meanwhile.
    setTimeout(() => setParams(address))
  }
  return { query, layout, show }
}

/** The query as it is read from the address that says it. */
function asQuery(project: ProjectSlug, address: Readonly<Record<string, string | undefined>>): ImageQuery {
  const given = Object.entries(address).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return readImageQuery(project, new URLSearchParams(given))
}
