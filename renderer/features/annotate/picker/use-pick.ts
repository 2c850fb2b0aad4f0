import { useEffect } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { holdCommands } from '#renderer/kit/app/commands'
import { useStable } from '#renderer/kit/app/use-stable'
import { useConnection } from '#renderer/kit/studio/use-connection'
import { focusCanvas } from '../keys/panels.ts'
import type { Picker } from '../workbench/bench.ts'
import { useWorkbench } from '../workbench/session.tsx'
import { giveClass } from '../workbench/shape-acts.ts'
import { useClassActs } from '../workbench/use-class-acts.ts'

/** What becomes of the class that is picked: it names the drawn shape, is given to the selection, or is armed. */
export function usePick(picker: Picker) {
  const { drawn, wanted } = picker
  const bench = useWorkbench()
  const { create } = useClassActs()
  const isCut = useConnection().status !== 'open'
  useEffect(() => holdCommands(), [])
  const leave = () => {
    const waiting = bench.closePicker()
    focusCanvas()
    return waiting
  }
  const pick = (label: LabelClass) => {
    const waiting = leave()
    if (drawn) {
      bench.armClass(label.id)
      for (const each of waiting) bench.draw(each, label.id)
    } else giveClass(bench, label.id)
  }
  const createWanted = useStable(() => {
    if (wanted === undefined) return
    bench.set({ picker: { ...picker, wanted: undefined } })
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
      const known = bench.bench.classes?.find((label) => label.name === name)
      if (known) pick(known)
      else if (isCut) bench.set({ picker: { ...picker, wanted: name } })
      else create.mutate(name, { onSuccess: pick })
    },
    close() {
      const left = leave()
      if (left.length > 0) bench.say({ kind: 'discarded', drawn: left })
    },
  }
}
