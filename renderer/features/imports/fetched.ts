import { queryOptions } from '@tanstack/react-query'
import type { ImportCounts } from '#common/contract/imports'
import type { TaskView } from '#common/contract/tasks'
import type { TaskId } from '#common/ids'
import { keys } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { t } from '#renderer/kit/words/words'

/** How many files an import added, met again and refused. */
export function countsQuery(taskId: TaskId) {
  return queryOptions({
    queryKey: [...keys.tasks, taskId, 'counts'],
    queryFn: () => studio.imports.counts({ taskId }),
  })
}

/** What a fetch or an import of a data set did, in a few words. */
export function outcomeTitle({ result }: Pick<TaskView, 'result'>, { added }: ImportCounts): string {
  const annotated = Number(result?.['annotated'] ?? 0)
  if (added === 0 && annotated > 0) return t('{{count}} pictures labelled', { count: annotated })
  return t('{{count}} pictures added', { count: added })
}

/** What else is to be said of a fetch that has ended. */
export function fetchedWords({ error }: Pick<TaskView, 'error'>, counts: ImportCounts): string {
  const { duplicates, repeated, repaired, refused, problems, notes } = counts
  const here = duplicates - repeated - repaired
  const parts = [
    repaired > 0 && t('{{count}} damaged images repaired', { count: repaired }),
    here > 0 && t('{{number}} already here', { number: here }),
    repeated > 0 && t('{{number}} twice in the data set', { number: repeated }),
    refused > 0 && t('{{number}} not imported', { number: refused }),
    problems > 0 && t('{{count}} problems', { count: problems }),
    notes > 0 && t('{{count}} notes', { count: notes }),
  ].filter((part) => part !== false)
  const told = parts.join(' · ')
  if (error === null) return told === '' ? t('Every picture was new') : told
  return `${error.replace(/\.$/, '')}. ${t('What was added stays.')} ${told}`.trimEnd()
}

/** How many addresses are worth another try: hosts failed, or the fetch ended before them. */
export function leftToFetch({ progress }: Pick<TaskView, 'progress'>, counts: ImportCounts): number {
  const { added, duplicates, refused, retryable } = counts
  const total = progress?.total ?? 0
  return retryable + Math.max(0, total - added - duplicates - refused)
}

/** Whether nothing is left to be read after the number of images. */
export function isPlain({ error }: Pick<TaskView, 'error'>, counts: ImportCounts): boolean {
  return error === null && counts.refused + counts.problems + counts.notes === 0
}
