import { useQueryClient } from '@tanstack/react-query'
import type { Skeleton } from '#common/annotation/skeleton'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { useEditor } from '../../editor/hooks/session.tsx'

/** Creates, renames and removes classes of the project; the list shows it before the note of the core comes. */
export function useClassActs() {
  const { project } = useEditor()
  const client = useQueryClient()
  const change = (next: (classes: readonly LabelClass[]) => LabelClass[]) =>
    client.setQueryData(queries.classes(project).queryKey, (classes) => classes && next(classes))
  const create = useAct((name: string) => studio.projects.classes.create({ project, name }), {
    onDone: (made) => change((classes) => [...classes.filter(({ id }) => id !== made.id), made]),
  })
  const rename = useAct(
    ({ classId, name }: { readonly classId: ClassId; readonly name: string }) =>
      studio.projects.classes.rename({ project, classId, name }),
    { onDone: (made) => change((classes) => classes.map((each) => (each.id === made.id ? made : each))) },
  )
  const setSkeleton = useAct(
    ({ classId, skeleton }: { readonly classId: ClassId; readonly skeleton: Skeleton }) =>
      studio.projects.classes.setSkeleton({ project, classId, skeleton }),
    {
      onDone: (made) => change((classes) => classes.map((each) => (each.id === made.id ? made : each))),
      errors: 'in-place',
    },
  )
  const remove = useAct((classId: ClassId) =>
    studio.projects.classes
      .remove({ project, classId })
      .then(() => change((classes) => classes.filter(({ id }) => id !== classId))),
  )
  return { create, rename, setSkeleton, remove }
}
