import { useQuery } from '@tanstack/react-query'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { t } from '#renderer/words/words'
import type { Draft } from './draft/draft.ts'

export interface FaultyFiles {
  /** Labeled images whose stored file is damaged or missing, as a quick check shows. */
  readonly labelled: number
  readonly isChecking: boolean
  readonly checkAgain: () => void
}

/** The damaged files at which a version would stop. */
export function useFaultyFiles(project: ProjectSlug): FaultyFiles {
  const { data, isFetching, refetch } = useQuery(queries.faultyFiles(project))
  return { labelled: data?.labelled ?? 0, isChecking: isFetching, checkAgain: () => void refetch() }
}

/** Why damaged files keep the version from being generated; undefined also where a filter may leave their images out. */
export function faultyProblem(
  { labelled }: Pick<FaultyFiles, 'labelled'>,
  { preprocessing }: Draft,
): string | undefined {
  const mayLeaveOut = preprocessing['filter-tags'].on || preprocessing['filter-null'].on
  if (labelled === 0 || mayLeaveOut) return undefined
  return t('{{count}} damaged images must be uploaded again first', { count: labelled })
}
