import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ProjectSlug } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import type { Draft } from './draft/draft.ts'
import { settingsOf } from './draft/settings.ts'

/** How many images, bytes and seconds the settings mean; the last answer stays while the next is worked out. */
export function usePlan(project: ProjectSlug, draft: Draft) {
  const settings = settingsOf(draft)
  return useQuery({
    queryKey: [...keys.images(project), 'plan', settings],
    queryFn: ({ signal }) => studio.versions.plan({ project, settings }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
}
