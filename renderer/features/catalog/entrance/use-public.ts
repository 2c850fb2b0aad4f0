import type { ProjectSummary } from '#common/contract/projects'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

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
            ? t('{{name}} is in the catalog. Anyone with access to the catalog can see and copy the project', { name })
            : t('{{name}} removed from the catalog. Existing copies are not affected', { name })
          notify({ text, action: undo })
        },
      },
    )
}
