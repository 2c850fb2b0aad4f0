import type { z } from 'zod'
import { ModelLabelsResult } from '#common/contract/models/model-labels'
import type { TaskView } from '#common/contract/tasks'
import { sentenceOf } from '#renderer/data/sentence'
import { t } from '#renderer/words/words'

export type Labelled = z.infer<typeof ModelLabelsResult>

/** The result of a task that labeled images with a model; undefined for every other task. */
export function labelledBy({ kind, result }: Pick<TaskView, 'kind' | 'result'>): Labelled | undefined {
  return kind === 'model-labels' ? ModelLabelsResult.safeParse(result).data : undefined
}

/** "24 suggestions wait on 12 images. 1 image was left out: …". */
export function labelledText({ proposed, succeeded, failed, failedItems: [first] }: Labelled): string {
  const found =
    proposed === 0
      ? t('Nothing new was found on {{count}} images', { count: succeeded })
      : t('{{count}} suggestions on {{images}} to review', {
          count: proposed,
          images: t('{{count}} images', { count: succeeded }),
        })
  if (failed === 0) return found
  const leftOut =
    first === undefined
      ? t('{{count}} images were skipped', { count: failed })
      : t('{{count}} images were skipped: {{reason}}', { count: failed, reason: sentenceOf(first.error) })
  return [found, leftOut].join('. ')
}
