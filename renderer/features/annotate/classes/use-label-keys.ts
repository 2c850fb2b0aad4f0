import { useEffect } from 'react'
import { holdLabelKeys } from '../keys/bindings/store.ts'
import { useBench } from '../workbench/session.tsx'

/** While the project is labelled, the keys of its classes are valid. */
export function useLabelKeys(): void {
  const classes = useBench((bench) => bench.classes)
  useEffect(() => {
    holdLabelKeys(classes ?? [])
    return () => holdLabelKeys([])
  }, [classes])
}
