import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import { useUiFactor } from '../app/ui-scale.ts'

type Options<Box extends Element> = Parameters<typeof useVirtualizer<Box, Element>>[0]

/** `useVirtualizer` for rows whose sizes and paddings are in design pixels, so that they scale with the interface. */
export function useRows<Box extends Element>(options: Options<Box>): Virtualizer<Box, Element> {
  const factor = useUiFactor()
  const { estimateSize, paddingStart = 0, paddingEnd = 0, scrollPaddingStart = 0, scrollPaddingEnd = 0 } = options
  const rows = useVirtualizer({
    ...options,
    estimateSize: (index) => estimateSize(index) * factor,
    paddingStart: paddingStart * factor,
    paddingEnd: paddingEnd * factor,
    scrollPaddingStart: scrollPaddingStart * factor,
    scrollPaddingEnd: scrollPaddingEnd * factor,
  })
  const usual = estimateSize(0) * factor
  useEffect(() => {
    if (usual > 0) rows.measure()
  }, [rows, usual])
  return rows
}
