import { useMemo } from 'react'
import type { PlacedShape } from '#common/annotation/shape'
import { useBench, useDocument } from './session.tsx'
import { shapesById } from './shape-names.ts'

export function useSelectedShapes(): readonly PlacedShape[] {
  const selection = useBench((bench) => bench.selection)
  const shapes = useDocument((document) => document?.shapes)
  return useMemo(() => {
    const byId = shapesById(shapes ?? [])
    return selection.flatMap((id) => byId.get(id) ?? [])
  }, [selection, shapes])
}
