import { SendResult } from '#common/contract/remote'
import type { TaskView } from '#common/contract/tasks'
import { t } from '#renderer/words/words'
import { remainingText } from './remaining.ts'

export function isRunning({ status }: TaskView): boolean {
  return status === 'created' || status === 'running'
}

/** Share that is done, while it is known. */
export function taskShare({ progress }: TaskView): number | undefined {
  return progress === null || progress.total === 0 ? undefined : progress.current / progress.total
}

export function taskTimeLeft({ progress, createdAt }: TaskView): string | undefined {
  if (progress === null) return undefined
  return remainingText({ done: progress.current, total: progress.total, startedAt: Date.parse(createdAt) })
}

/** The address of what a task made: an export's archive. */
export function taskUrl({ result }: TaskView): string | undefined {
  const url = result?.['url']
  return typeof url === 'string' ? url : undefined
}

/** Name of the task's file, where only its maker knows it. */
export function taskFileName({ result }: TaskView): string | undefined {
  const name = result?.['fileName']
  return typeof name === 'string' ? name : undefined
}

/** The result of a send: "1,204 images sent, 12 were there already". */
export function sentText({ kind, result }: Pick<TaskView, 'kind' | 'result'>): string | undefined {
  const parsed = kind === 'send' ? SendResult.safeParse(result) : undefined
  if (parsed?.success !== true) return undefined
  const { pictures: images, labelled, inOtherSplit } = parsed.data
  const sentences = [wentOver(images)]
  if (labelled.sent > 0) sentences.push(t('Annotations of {{count}} images sent', { count: labelled.sent }))
  if (inOtherSplit > 0) sentences.push(t('{{count}} are in another split on that server', { count: inOtherSplit }))
  return sentences.join('. ')
}

function wentOver({ sent, there }: SendResult['pictures']): string {
  const words = t('{{count}} images sent', { count: sent })
  return there === 0 ? words : [words, t('{{count}} already existed', { count: there })].join(', ')
}
