import type { Editor } from '../../editor/editor.ts'
import type { ClassTask } from '../../model/class-task.ts'

export function askOfClass(editor: Editor, classTask: ClassTask): void {
  editor.set({ classTask })
}

export function endClassTask(editor: Editor): void {
  editor.set({ classTask: undefined })
}
