import { useQuery } from '@tanstack/react-query'
import { keys } from '#renderer/data/queries'
import { refusalReason } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useDetails } from '../../effects/server/use-details.ts'

/** An image on screen that the project no longer shows. */
export interface Absent {
  readonly isTrashed: boolean
  /** Not known where nobody tells. */
  readonly name: string | undefined
}

/** Whether the image on screen is no longer in the project; undefined while it is, or is not known. */
export function useAbsent(): Absent | undefined {
  const { project } = useEditor()
  const image = useEditorState((state) => state.image)
  const { data: details, error } = useDetails()
  const isGone = error !== null && refusalReason(error) === 'image-not-found'
  const images = image === undefined ? [] : [image]
  const { data } = useQuery({
    queryKey: [...keys.images(project), 'trashed', image],
    queryFn: ({ signal }) => studio.images.trashed({ project, images }, { signal }),
    enabled: isGone && image !== undefined,
    gcTime: 0,
  })
  if (!isGone || data === undefined) return undefined
  const [trashed] = data
  return { isTrashed: trashed !== undefined, name: trashed?.name ?? details?.name }
}
