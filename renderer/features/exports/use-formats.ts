import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ProjectSlug } from '#common/ids'
import { keys } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'

export function useFormats(project: ProjectSlug, version: number) {
  return useQuery({
    queryKey: [...keys.versions(project), version, 'formats'],
    queryFn: ({ signal }) => studio.exports.formats({ project, version }, { signal }),
  })
}

/** What an export will hold; the last one stays until the next is there. */
export function useDescription(project: ProjectSlug, version: number, format: string) {
  return useQuery({
    queryKey: [...keys.versions(project), version, 'description', format],
    queryFn: ({ signal }) => studio.exports.describe({ project, version, format }, { signal }),
    placeholderData: keepPreviousData,
  })
}
