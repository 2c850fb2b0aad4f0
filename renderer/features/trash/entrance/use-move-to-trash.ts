import type { ProjectAddress, ProjectSlug } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

/** Moves a project to the trash; the toast takes it back. */
export function useTrashProject(): (project: ProjectAddress, name: string) => void {
  const move = useAct(studio.trash.moveProject)
  const restore = useAct(studio.trash.restore)
  return (project, name) =>
    move.mutate(
      { project },
      {
        onSuccess: ({ projectId: id }) => {
          const undo = { label: t('Undo'), onPress: () => restore.mutate({ kind: 'project', id }) }
          notify({ text: t('{{name}} moved to the trash', { name }), action: undo })
        },
      },
    )
}

/** Moves a version to the trash; the toast takes it back. */
export function useTrashVersion(): (project: ProjectSlug, number: number) => void {
  const move = useAct(studio.trash.moveVersion)
  const restore = useAct(studio.trash.restore)
  return (project, number) =>
    move.mutate(
      { project, version: number },
      {
        onSuccess: ({ projectId }) => {
          const undo = { label: t('Undo'), onPress: () => restore.mutate({ kind: 'version', projectId, number }) }
          notify({ text: t('Version {{number}} moved to the trash', { number }), action: undo })
        },
      },
    )
}
