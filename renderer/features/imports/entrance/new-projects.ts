import type { ProjectSlug, TaskId } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { taskEnd, wasCancelled } from '#renderer/data/task-end'
import { HOME_HREF, navigate, parseRoute } from '#renderer/ui/app/router'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

/** Projects that were made for an import which has not ended yet. */
const made = new Set<ProjectSlug>()

export function markNewProject(project: ProjectSlug): void {
  made.add(project)
}

/** Moves the project to the trash if it was made for this import, the import is canceled, and nothing is in the project. */
export async function followNewProject(project: ProjectSlug, taskId: TaskId): Promise<void> {
  if (!made.has(project)) return
  try {
    if (wasCancelled(await taskEnd(taskId))) await discardNewProject(project)
    else made.delete(project)
  } catch (error) {
    notifyError(error)
  }
}

/** The same for an import that is canceled already. */
export async function discardNewProject(project: ProjectSlug): Promise<void> {
  if (!made.delete(project)) return
  const moved = await studio.trash.moveEmptyProject({ project })
  if (moved === null) return
  const route = parseRoute(location.hash)
  if ('project' in route && route.project === project) navigate(HOME_HREF)
  const undo = () => void studio.trash.restore({ kind: 'project', id: moved.projectId }).catch(notifyError)
  notify({ text: t('The empty project was moved to the trash'), action: { label: t('Undo'), onPress: undo } })
}
