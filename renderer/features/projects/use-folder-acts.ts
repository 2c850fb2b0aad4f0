import type { FolderView } from '#common/contract/workspace/folders'
import type { FolderId, ProjectSlug } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

interface Named {
  readonly slug: ProjectSlug
  readonly name: string
}

/** Actions on folders; each toast offers an undo. */
export function useFolderActs(folders: readonly FolderView[]) {
  const place = useAct(studio.folders.place)
  const move = useAct(studio.folders.move)
  const remove = useAct(studio.folders.remove)
  const restore = useAct(studio.folders.restore)
  const nameOf = (id: FolderId | null) => folders.find((folder) => folder.id === id)?.name
  const movedWords = (name: string, into: FolderId | null) => {
    if (into === null) return t('{{name}} moved out of its folder', { name })
    const folder = nameOf(into)
    return folder === undefined
      ? t('{{name}} moved to the folder', { name })
      : t('{{name}} moved to {{folder}}', { name, folder })
  }

  function placeProject({ slug, name }: Named, folder: FolderId | null) {
    place.mutate(
      { project: slug, folder },
      {
        onSuccess: ({ before }) => {
          if (before === folder) return
          const undo = { label: t('Undo'), onPress: () => place.mutate({ project: slug, folder: before }) }
          notify({ text: movedWords(name, folder), action: undo })
        },
      },
    )
  }

  function moveFolder({ id, name, parentId: before }: FolderView, parentId: FolderId | null) {
    if (parentId === before) return
    const undo = { label: t('Undo'), onPress: () => move.mutate({ folder: id, parentId: before }) }
    const text = parentId === null ? t('{{name}} moved to the top level', { name }) : movedWords(name, parentId)
    move.mutate({ folder: id, parentId }, { onSuccess: () => notify({ text, action: undo }) })
  }

  function removeFolder({ id, name }: FolderView) {
    remove.mutate(
      { folder: id },
      {
        onSuccess: (removed) => {
          const undo = { label: t('Undo'), onPress: () => restore.mutate({ removed }) }
          notify({ text: t('Folder {{name}} deleted; its projects stay', { name }), action: undo })
        },
      },
    )
  }

  return { placeProject, moveFolder, removeFolder }
}

export type FolderActs = ReturnType<typeof useFolderActs>
