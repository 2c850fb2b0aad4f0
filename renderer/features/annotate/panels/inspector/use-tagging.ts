import type { ImageId, ProjectSlug } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

type Edit = Omit<Parameters<typeof studio.images.edit>[0], 'project' | 'image'>

interface Change {
  readonly wanted: Edit
  /** The edit that undoes it. */
  readonly back: Edit
  readonly text: string
}

/** Changes tags and metadata of an image; the toast takes each change back. */
export function useTagging(project: ProjectSlug, image: ImageId) {
  const edit = useAct(studio.images.edit)
  return (change: Change, { onError }: { readonly onError?: () => void } = {}) =>
    edit.mutate(
      { project, image, ...change.wanted },
      {
        onSuccess: () => {
          const undo = { label: t('Undo'), onPress: () => edit.mutate({ project, image, ...change.back }) }
          notify({ text: change.text, action: undo })
        },
        ...(onError && { onError }),
      },
    )
}
