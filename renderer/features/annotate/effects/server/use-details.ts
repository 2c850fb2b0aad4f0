import { skipToken, useQuery } from '@tanstack/react-query'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'

/** The image on screen: name, size, split, batch. */
export function useDetails() {
  const { project } = useEditor()
  const image = useEditorState((state) => state.image)
  return useQuery({
    queryKey: [...keys.images(project), 'details', image],
    queryFn: image === undefined ? skipToken : ({ signal }) => studio.images.read({ project, image }, { signal }),
  })
}
