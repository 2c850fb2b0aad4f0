import { editor } from '../editor/editor.ts'

export const fromAbove = editor
