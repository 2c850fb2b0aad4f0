import { useMemo } from 'react'
import type { PlacedShape } from '#common/annotation/shape'
import { useDocument, useEditor, useEditorState } from './session.tsx'

export function useSelectedShapes(): readonly PlacedShape[] {
  const editor = useEditor()
  const selection = useEditorState((state) => state.selection)
  const shapes = useDocument((document) => document?.shapes)
  return useMemo(() => (shapes ? selection.flatMap((id) => editor.shape(id) ?? []) : NONE), [editor, selection, shapes])
}

const NONE: readonly PlacedShape[] = []
