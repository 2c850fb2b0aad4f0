import type { LabelClass } from '#common/contract/projects'
import { askOfClass } from '../../commands/classes/ask-of-class.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import { useClassActs } from '../../effects/server/use-class-acts.ts'

/** Gives a class another name. That of another class offers to make one of the two. */
export function useRename(label: LabelClass): (name: string) => void {
  const editor = useEditor()
  const { rename } = useClassActs()
  return (typed) => {
    const name = typed.trim().replace(/\s+/g, ' ')
    if (name === '' || name === label.name) return
    const taken = editor.state.classes?.find((other) => other.name === name)
    if (taken) askOfClass(editor, { kind: 'merge', classId: label.id, into: taken.id })
    else rename.mutate({ classId: label.id, name })
  }
}
