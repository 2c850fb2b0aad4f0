import type { LabelClass } from '#common/contract/projects'
import { useWorkbench } from '../workbench/session.tsx'
import { useClassActs } from '../workbench/use-class-acts.ts'
import { askOfClass } from './ask-of-class.ts'

/** Gives a class another name. That of another class offers to make one of the two. */
export function useRename(label: LabelClass): (name: string) => void {
  const bench = useWorkbench()
  const { rename } = useClassActs()
  return (typed) => {
    const name = typed.trim().replace(/\s+/g, ' ')
    if (name === '' || name === label.name) return
    const taken = bench.bench.classes?.find((other) => other.name === name)
    if (taken) askOfClass(bench, { kind: 'merge', classId: label.id, into: taken.id })
    else rename.mutate({ classId: label.id, name })
  }
}
