import { useQueryClient } from '@tanstack/react-query'
import type { ClassChange } from '#common/contract/classes/classes'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { takeBack } from '#renderer/features/images/entrance/take-back'
import { personName } from '#renderer/ui/app/person'
import { useAct } from '#renderer/ui/app/use-act'
import { ACT_NOTICE, takeBackLast, undoOf } from '#renderer/ui/overlay/last-act'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { useEditor } from '../../editor/hooks/session.tsx'
import { mergedWords, partedWords } from './words.ts'

/** Color, key and order of classes, and merging them; the list shows it before the note of the core comes. */
export function useClassChanges() {
  const editor = useEditor()
  const { project } = editor
  const client = useQueryClient()
  const show = (classes: readonly LabelClass[]) =>
    client.setQueryData(queries.classes(project).queryKey, () => [...classes])
  const update = useAct(
    ({ classId, ...change }: ClassChange & { readonly classId: ClassId }) =>
      studio.classes.update({ project, classId, ...change }),
    { onDone: show },
  )
  const reorder = useAct(
    (order: readonly ClassId[]) => {
      client.setQueryData(queries.classes(project).queryKey, (classes) => classes && inOrder(classes, order))
      return studio.classes.reorder({ project, order: [...order] })
    },
    { onDone: show },
  )
  // The notice outlives the dialog that asked for the merge.
  const merge = useAct(
    async ({ from, into }: Pair) => {
      const by = personName()
      return { from, into, ...(await studio.classes.merge({ project, from: from.id, into: into.id, by })) }
    },
    {
      onDone({ from, into, id, ...done }) {
        editor.armClass(into.id)
        const action = undoOf({
          project,
          notice: ACT_NOTICE,
          takeBack() {
            editor.set({ lastAct: undefined })
            void takeBack({ project, id, told: partedWords })
          },
        })
        editor.set({ lastAct: { name: t('Merge classes'), takeBack: () => takeBackLast(project) } })
        notify({ id: ACT_NOTICE, text: mergedWords({ from, into }, done), action })
      },
    },
  )
  return { update, reorder, merge }
}

interface Pair {
  readonly from: LabelClass
  readonly into: LabelClass
}

/** The classes in an order of their identifiers. */
function inOrder(classes: readonly LabelClass[], order: readonly ClassId[]): LabelClass[] {
  const places = new Map(order.map((id, place) => [id, place]))
  return classes.map((label) => ({ ...label, position: places.get(label.id) ?? label.position }))
}
