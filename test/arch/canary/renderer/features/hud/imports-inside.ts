import { editor } from '#renderer/features/annotate/editor/editor'

export const measured = editor
