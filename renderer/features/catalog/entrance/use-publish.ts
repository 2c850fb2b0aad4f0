import { useQuery } from '@tanstack/react-query'
import type { ProjectSummary } from '#common/contract/projects'
import { PublishResult } from '#common/contract/workspace/catalog'
import type { TaskId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { taskEnd } from '#renderer/data/task-end'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

export interface Publishing {
  /** The catalog folders; none where the program was started without any, and on another machine. */
  readonly folders: readonly string[]
  readonly publish: (project: ProjectSummary, folder: string) => void
}

/** Writes a project into a catalog folder. The task is in the task menu; a notice says when it is there. */
export function usePublish(): Publishing {
  const can = useAbility()
  const folders = useQuery({ ...queries.catalogFolders(), enabled: can('publish') }).data
  const start = useAct(studio.catalog.publish)
  return {
    folders: can('publish') ? (folders ?? []) : [],
    publish: ({ slug: project, name }, folder) =>
      start.mutate(
        { project, folder },
        {
          onSuccess: ({ taskId }) => {
            notify({ id: taskId, text: t('Publishing {{name}}. You can keep working.', { name }) })
            announce(name, taskId).catch(notifyError)
          },
        },
      ),
  }
}

async function announce(name: string, taskId: TaskId): Promise<void> {
  const task = await taskEnd(taskId)
  const made = PublishResult.safeParse(task.result)
  if (!made.success) {
    const text = t('Could not publish {{name}}: {{reason}}', { name, reason: sentenceOf(task.error) })
    return notify({ id: taskId, isError: true, text })
  }
  const { folder, images, leftOut } = made.data
  const text = t('{{name}} published with {{count}} images in {{folder}}', { name, count: images, folder })
  const [first] = leftOut
  if (first === undefined) return notify({ id: taskId, text })
  const damaged = t('{{count}} damaged images skipped, starting with {{image}}', {
    count: leftOut.length,
    image: first.path,
  })
  notify({ id: taskId, isError: true, text: `${text}. ${damaged}` })
}

/** The last part of a folder's path, to name it in a menu. */
export function folderName(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder
}
