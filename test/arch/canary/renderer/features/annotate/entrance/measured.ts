import { editor } from '../editor/editor.ts'

export const measured = editor
