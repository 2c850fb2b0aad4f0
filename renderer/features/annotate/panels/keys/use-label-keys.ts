import { useEffect } from 'react'
import { useEditorState } from '../../editor/hooks/session.tsx'
import { holdLabelKeys } from '../../tools/command-store.ts'

/** While the project is labeled, the keys of its classes are valid. */
export function useLabelKeys(): void {
  const classes = useEditorState((state) => state.classes)
  useEffect(() => {
    holdLabelKeys(classes ?? [])
    return () => holdLabelKeys([])
  }, [classes])
}
