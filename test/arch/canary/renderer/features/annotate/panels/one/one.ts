import { editor } from '../../editor/editor.ts'

export const one = editor
