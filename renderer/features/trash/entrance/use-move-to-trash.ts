import type { ProjectAddress, ProjectSlug } from '#common/ids'
import { notify } from '#renderer/kit/overlay/toast'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { t } from '#renderer/kit/words/words'

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
