import type { Workbench } from '../workbench/workbench.ts'
import type { ClassTask } from './class-task.ts'

export function askOfClass(bench: Workbench, classTask: ClassTask): void {
  bench.set({ classTask })
}

export function endClassTask(bench: Workbench): void {
  bench.set({ classTask: undefined })
}
