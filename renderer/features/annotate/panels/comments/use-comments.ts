import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Comment, type CommentPlace, wordsIn } from '#common/annotation/comment'
import type { CommentId, ImageId, ProjectSlug } from '#common/ids'
import { refuseWhileLost } from '#renderer/data/connection'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { personName } from '#renderer/ui/app/person'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'

const NONE: readonly Comment[] = []

function keyOf(project: ProjectSlug, image: ImageId | undefined) {
  return [...keys.images(project), 'comments', image]
}

/** Comments on the image on screen, the oldest first. */
export function useComments(): readonly Comment[] {
  const { project } = useEditor()
  const image = useEditorState((state) => state.image)
  const canComment = useEditorState((state) => state.canComment)
  const { data } = useQuery({
    queryKey: keyOf(project, image),
    queryFn:
      image === undefined || !canComment
        ? skipToken
        : ({ signal }) => studio.comments.list({ project, image }, { signal }),
  })
  return data ?? NONE
}

/** Actions on the comments of an image. Each shows the core's answer or reports its refusal. */
export function useCommentActs(image: ImageId) {
  const { project } = useEditor()
  const client = useQueryClient()
  const at = { project, image }
  const answered = async (call: () => Promise<Comment[]>): Promise<Comment[] | undefined> => {
    try {
      refuseWhileLost()
      const all = await call()
      client.setQueryData(keyOf(project, image), all)
      return all
    } catch (failure) {
      notifyError(failure)
      return undefined
    }
  }
  const told = async (call: () => Promise<Comment[]>) => (await answered(call)) !== undefined
  const bringBack = (comment: CommentId) => void told(() => studio.comments.restore({ ...at, comment }))
  return {
    add: (text: string, place: CommentPlace) =>
      told(() => studio.comments.add({ ...at, text, place, by: personName() })),
    reply: (comment: CommentId, text: string) =>
      told(() => studio.comments.reply({ ...at, comment, text, by: personName() })),
    edit: async ({ id, text: before }: Pick<Comment, 'id' | 'text'>, text: string) => {
      if (text.trim() === before) return true
      const edit = { ...at, comment: id, by: personName() }
      const all = await answered(() => studio.comments.edit({ ...edit, text }))
      const edited = wordsIn(all ?? []).find((each) => each.id === id)?.edited
      if (edited) {
        const onPress = () => void told(() => studio.comments.undoEdit({ ...edit, edited }))
        notify({ id: `edited-${id}`, text: t('Comment changed'), action: { label: t('Undo'), onPress } })
      }
      return all !== undefined
    },
    resolve: (comment: CommentId, isResolved: boolean) =>
      told(() => studio.comments.resolve({ ...at, comment, isResolved, by: personName() })),
    remove: async (comment: CommentId) => {
      if (await told(() => studio.comments.remove({ ...at, comment })))
        notify({ text: t('Comment deleted'), action: { label: t('Undo'), onPress: () => bringBack(comment) } })
    },
  }
}

export type CommentActs = ReturnType<typeof useCommentActs>
