import type { z } from 'zod'
import { ModelLabelsResult } from '#common/contract/model-labels'
import type { TaskView } from '#common/contract/tasks'
import { plural } from '#renderer/kit/format'

export type Labelled = z.infer<typeof ModelLabelsResult>

/** What a task that labelled pictures with a model left; undefined for every other one. */
export function labelledBy({ kind, result }: Pick<TaskView, 'kind' | 'result'>): Labelled | undefined {
  return kind === 'model-labels' ? ModelLabelsResult.safeParse(result).data : undefined
}

/** "24 proposals wait on 12 pictures. 1 picture was left out: …". */
export function labelledText({ proposed, succeeded, failed, failedItems: [first] }: Labelled): string {
  const looked = plural(succeeded, 'picture')
  const found =
    proposed === 0
      ? `Nothing new was found on ${looked}`
      : `${plural(proposed, 'proposal')} from ${looked} ${proposed === 1 ? 'waits' : 'wait'} for you`
  if (failed === 0) return found
  const reason = first === undefined ? '' : `: ${first.error}`
  return `${found}. ${plural(failed, 'picture')} ${failed === 1 ? 'was' : 'were'} left out${reason}`
}
