import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { Session } from '#common/contract/session'
import type { ProjectSlug, TaskId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { isRunning, sentText } from '#renderer/data/task-progress'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { Hint } from '#renderer/ui/overlay/tooltip'
import { hostOf } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './bar.module.css'

export interface SendButtonProps {
  readonly project: ProjectSlug
  /** Images in the project. */
  readonly images: number | undefined
}

/** Sends the project to the other machine; not there when none is set. */
export function SendButton(props: SendButtonProps) {
  const remote = useQuery(queries.session()).data?.remote
  return remote === undefined || remote === null ? null : <SendTo {...props} remote={remote} />
}

interface SendToProps extends SendButtonProps {
  readonly remote: NonNullable<Session['remote']>
}

function SendTo({ project, images, remote }: SendToProps) {
  const host = hostOf(remote.url)
  const tasks = useQuery(queries.tasks()).data ?? []
  const isSending = tasks.some((task) => task.kind === 'send' && task.project === project && isRunning(task))
  const send = useAct(studio.remote.send, {
    onDone: ({ taskId }) => {
      notify({ id: taskId, text: t('Sending to {{host}}. You can keep working.', { host }) })
      void announce(taskId, host).catch(notifyError)
    },
  })
  const button = (
    <Button
      writes="projects"
      variant="quiet"
      isPending={send.isPending}
      disabledReason={
        isSending ? t('Being sent to {{host}} now', { host }) : images === 0 ? t('No images to send') : undefined
      }
      onPress={() => send.mutate({ project })}
    >
      <Send />
      <span className={`${styles.host} truncate`}>{t('Send to {{host}}', { host })}</span>
    </Button>
  )
  if (isSending || images === 0) return button
  return <Hint text={t('Sends all images; annotations from this computer replace those on the server')}>{button}</Hint>
}

async function announce(taskId: TaskId, host: string): Promise<void> {
  const task = await taskEnd(taskId)
  if (task.status === 'failed')
    notify({ id: taskId, isError: true, text: sentenceOf(task.error ?? t('Could not reach {{host}}', { host })) })
  else notify({ id: taskId, text: sentText(task) ?? t('Sent to {{host}}', { host }) })
}
