import { useMemo } from 'react'
import type { PlacedShape } from '#common/annotation/shape'
import { useBench, useDocument, useWorkbench } from './session.tsx'

export function useSelectedShapes(): readonly PlacedShape[] {
  const workbench = useWorkbench()
  const selection = useBench((bench) => bench.selection)
  const shapes = useDocument((document) => document?.shapes)
  return useMemo(
    () => (shapes ? selection.flatMap((id) => workbench.shape(id) ?? []) : NONE),
    [workbench, selection, shapes],
  )
}

const NONE: readonly PlacedShape[] = []
