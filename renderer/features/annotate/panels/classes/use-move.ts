import type { LabelClass } from '#common/contract/projects'
import { t } from '#renderer/words/words'
import { askOfClass } from '../../commands/classes/ask-of-class.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import { useClassActs } from '../../effects/server/use-class-acts.ts'
import { useCountedClasses } from '../../effects/server/use-project-data.ts'
import { movedTo } from './class-order.ts'
import { useClassChanges } from './use-class-changes.ts'

/** Moves a class in the order of its project, or takes it away; one that labels have is merged instead. */
export function useMove(label: LabelClass, place: number) {
  const editor = useEditor()
  const classes = useCountedClasses()
  const acts = useClassActs()
  const { reorder } = useClassChanges()
  return {
    moveBy(by: 1 | -1) {
      const next = place + by
      if (next < 0 || next >= classes.length) return
      const order = classes.map(({ id }) => id)
      reorder.mutate(movedTo(order, label.id, next))
      editor.announce(
        t('{{name}} is class {{place}} of {{total}}', { name: label.name, place: next + 1, total: classes.length }),
      )
    },
    remove() {
      if (label.shapes > 0) askOfClass(editor, { kind: 'merge', classId: label.id })
      else acts.remove.mutate(label.id)
    },
  }
}
