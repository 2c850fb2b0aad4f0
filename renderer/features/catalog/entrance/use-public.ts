import type { ProjectSummary } from '#common/contract/projects'
import { notify } from '#renderer/kit/overlay/toast'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { t } from '#renderer/kit/words/words'

/** Shows a project in the catalog, or takes it out; the toast takes it back. */
export function useSetPublic(): (project: ProjectSummary, isPublic: boolean) => void {
  const set = useAct(studio.projects.setPublic)
  return ({ slug: project, name }, isPublic) =>
    set.mutate(
      { project, isPublic },
      {
        onSuccess: () => {
          const undo = { label: t('Undo'), onPress: () => set.mutate({ project, isPublic: !isPublic }) }
          const text = isPublic
            ? t('{{name}} is in the catalog: whoever reaches it can see and copy the project', { name })
            : t('{{name}} is out of the catalog. Copies that others have made stay theirs', { name })
          notify({ text, action: undo })
        },
      },
    )
}
