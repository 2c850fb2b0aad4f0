import { type RefObject, useLayoutEffect, useState } from 'react'
import { useUiFactor } from '#renderer/ui/app/ui-scale'

const GUTTER = 32
const GAP = 10
/** Caption line and the gap below it. */
const BELOW = 3 + 20 + 14

export interface Columns {
  readonly columns: number
  readonly rowHeight: number
}

/** How many tiles of at least the wished width stand side by side, and how high a row of them is, all in pixels of the design. */
export function useColumns(box: RefObject<HTMLElement | null>, tile: number): Columns {
  const [width, setWidth] = useState(0)
  const factor = useUiFactor()
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  const inner = Math.max(0, width / factor - GUTTER)
  const columns = Math.max(1, Math.floor((inner + GAP) / (tile + GAP)))
  const tileWidth = (inner - GAP * (columns - 1)) / columns
  return { columns, rowHeight: Math.max(1, (tileWidth * 2) / 3 + BELOW) }
}
