import { useEffect } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { useConnection } from '#renderer/data/use-connection'
import { holdCommands } from '#renderer/ui/app/commands'
import { useStable } from '#renderer/ui/app/use-stable'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { giveClass } from '../../commands/shapes/shapes.ts'
import { useEditor } from '../../editor/hooks/session.tsx'
import { useClassActs } from '../../effects/server/use-class-acts.ts'
import type { Picker } from '../../model/editor-state.ts'

/** Applies the picked class: it names the drawn shape, is given to the selection, or is armed. */
export function usePick(picker: Picker) {
  const { drawn, wanted } = picker
  const editor = useEditor()
  const { create } = useClassActs()
  const isCut = useConnection().status !== 'open'
  useEffect(() => holdCommands(), [])
  const leave = () => {
    const waiting = editor.closePicker()
    focusCanvas()
    return waiting
  }
  const pick = (label: LabelClass) => {
    const waiting = leave()
    if (drawn) {
      editor.armClass(label.id)
      for (const each of waiting) editor.draw(each, label.id)
    } else giveClass(editor, label.id)
  }
  const createWanted = useStable(() => {
    if (wanted === undefined) return
    editor.set({ picker: { ...picker, wanted: undefined } })
    create.mutate(wanted, { onSuccess: pick })
  })
  useEffect(() => {
    if (!isCut) createWanted()
  }, [isCut, createWanted])
  return {
    pick,
    /** The name of the class that is being created, or is once there is a connection. */
    creating: create.isPending ? create.variables : wanted,
    create(name: string) {
      const known = editor.state.classes?.find((label) => label.name === name)
      if (known) pick(known)
      else if (isCut) editor.set({ picker: { ...picker, wanted: name } })
      else create.mutate(name, { onSuccess: pick })
    },
    close() {
      const left = leave()
      if (left.length > 0) editor.say({ kind: 'discarded', drawn: left })
    },
  }
}
