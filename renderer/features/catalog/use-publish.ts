import { useQuery } from '@tanstack/react-query'
import type { ProjectSummary } from '#common/contract/projects'
import { PublishResult } from '#common/contract/workspace/catalog'
import type { TaskId } from '#common/ids'
import { plural } from '#renderer/kit/format'
import { notify, notifyError } from '#renderer/kit/overlay/toast'
import { queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { taskEnd } from '#renderer/kit/studio/task-end'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { useAct } from '#renderer/kit/studio/use-act'

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
            notify({ id: taskId, text: `Publishing ${name}. You can go on working.` })
            announce(name, taskId).catch(notifyError)
          },
        },
      ),
  }
}

async function announce(name: string, taskId: TaskId): Promise<void> {
  const task = await taskEnd(taskId)
  const made = PublishResult.safeParse(task.result)
  if (!made.success) return notify({ id: taskId, isError: true, text: `${name} is not published: ${task.error}` })
  const { folder, images } = made.data
  notify({ id: taskId, text: `${name} published with ${plural(images, 'image')} in ${folder}` })
}

/** The last part of a folder's path, to name it in a menu. */
export function folderName(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder
}
