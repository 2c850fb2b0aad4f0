import { editor } from '../editor/editor.ts'

export const registry = [editor]
