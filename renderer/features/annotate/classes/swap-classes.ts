import { armedClass } from '../workbench/bench.ts'
import { giveClass, selectedShapes } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { noteClass, recentClasses } from './recent-classes.ts'

/** The class before this one, for the selection or armed; a second time leads back. */
export function swapClasses(bench: Workbench): void {
  const { project } = bench
  const { classes = [] } = bench.bench
  const now = selectedShapes(bench)[0]?.classId ?? armedClass(bench.bench)?.id
  const before = recentClasses(project).find((id) => id !== now && classes.some((label) => label.id === id))
  const next = before ?? classes.find(({ id }) => id !== now)?.id
  if (now === undefined || next === undefined) return
  noteClass(project, now)
  giveClass(bench, next)
}
