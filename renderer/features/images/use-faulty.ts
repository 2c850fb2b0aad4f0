import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImageCard } from '#common/contract/images'
import type { ImageId, ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import type { Images } from './use-images.ts'

interface Range {
  readonly first: number
  readonly last: number
}

/** As many are asked for at a time. */
const MOST = 500

/** The images in sight whose stored file is damaged or missing. */
export function useFaulty(
  project: ProjectSlug,
  { cardAt }: Pick<Images<ImageCard>, 'cardAt'>,
  { first, last }: Range,
): ReadonlySet<ImageId> {
  const places = Array.from({ length: Math.min(MOST, last - first + 1) }, (_, step) => first + step)
  const ids = places.flatMap((place) => cardAt(place)?.id ?? [])
  const { data } = useQuery({
    ...queries.faulty(project, ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Set(data), [data])
}
