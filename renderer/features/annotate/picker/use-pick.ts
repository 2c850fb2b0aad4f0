import { useEffect } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { holdCommands } from '#renderer/kit/app/commands'
import { focusCanvas } from '../keys/panels.ts'
import type { Picker } from '../workbench/bench.ts'
import { useWorkbench } from '../workbench/session.tsx'
import { giveClass } from '../workbench/shape-acts.ts'
import { useClassActs } from '../workbench/use-class-acts.ts'

/** What becomes of the class that is picked: it names the drawn shape, is given to the selection, or is armed. */
export function usePick({ drawn }: Picker) {
  const bench = useWorkbench()
  const { create } = useClassActs()
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
  return {
    pick,
    /** The name of the class that is being created. */
    creating: create.isPending ? create.variables : undefined,
    create(name: string) {
      const known = bench.bench.classes?.find((label) => label.name === name)
      if (known) pick(known)
      else create.mutate(name, { onSuccess: pick })
    },
    close() {
      for (const each of leave()) bench.say({ kind: 'discarded', drawn: each })
    },
  }
}
