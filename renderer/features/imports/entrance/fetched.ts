import { queryOptions } from '@tanstack/react-query'
import type { ImportCounts } from '#common/contract/imports'
import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { t } from '#renderer/words/words'

type Told = Omit<ImportCounts, 'retryable' | 'expected'>

/** How many files an import added, met again and refused. */
export function countsQuery(taskId: TaskId) {
  return queryOptions({
    queryKey: [...keys.tasks, taskId, 'counts'],
    queryFn: () => studio.imports.counts({ taskId }),
  })
}

/** The main result of an import, in a few words. */
export function outcomeTitle({ result }: Partial<Pick<TaskView, 'result'>>, counts: Told): string {
  const labelled = Math.max(counts.labelled, Number(result?.['annotated'] ?? 0))
  if (counts.added === 0 && counts.repaired > 0) return t('{{count}} images repaired', { count: counts.repaired })
  if (counts.added === 0 && labelled > 0) return t('{{count}} images labeled', { count: labelled })
  return t('{{count}} images added', { count: counts.added })
}

/** Each number that the title does not tell. */
export function outcomeParts(counts: Told): readonly string[] {
  const { added, duplicates, labelled, repeated, repaired, refused, problems, notes } = counts
  const here = duplicates - labelled - repeated - repaired
  const parts = [
    added > 0 && repaired > 0 && t('{{count}} damaged images repaired', { count: repaired }),
    added + repaired > 0 && labelled > 0 && t('{{number}} labeled', { number: labelled }),
    here > 0 && t('{{number}} already here', { number: here }),
    repeated > 0 && t('{{number}} twice in the dataset', { number: repeated }),
    refused > 0 && t('{{number}} not imported', { number: refused }),
    problems > 0 && t('{{count}} problems', { count: problems }),
    notes > 0 && t('{{count}} notes', { count: notes }),
  ]
  return parts.filter((part) => part !== false)
}

/** The other results of an import that has ended; empty where there are none. */
export function fetchedWords({ error }: Pick<TaskView, 'error'>, counts: Told): string {
  const told = outcomeParts(counts).join(' · ')
  if (error === null) return told === '' && counts.added > 0 ? t('Every image was new') : told
  return `${sentenceOf(error).replace(/\.$/, '')}. ${t('What was added stays.')} ${told}`.trimEnd()
}

/** How many addresses are worth another try: hosts failed, or the fetch ended before them. */
export function leftToFetch({ progress }: Pick<TaskView, 'progress'>, counts: ImportCounts): number {
  const { added, duplicates, refused, retryable } = counts
  const total = progress?.total ?? 0
  return retryable + Math.max(0, total - added - duplicates - refused)
}

/** Whether it ended without problems or notes. */
export function isPlain({ error }: Pick<TaskView, 'error'>, counts: ImportCounts): boolean {
  return error === null && counts.refused + counts.problems + counts.notes === 0
}
