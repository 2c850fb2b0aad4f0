import { useCallback, useRef, useState } from 'react'

interface Range {
  readonly first: number
  readonly last: number
}

/** Who drags the scroll bar passes thousands of images; those of a place are asked for when it is held this long. */
const REST_MS = 60

/** The places in sight: at once while one scrolls on, after a moment's rest when one jumps. */
export function useRestingRange(): readonly [Range, (first: number, last: number) => void] {
  const [range, setRange] = useState<Range>({ first: 0, last: 0 })
  const shown = useRef(range)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onRange = useCallback((first: number, last: number) => {
    clearTimeout(timer.current)
    const height = last - first + 1
    const isNear = first <= shown.current.last + height && last >= shown.current.first - height
    const take = () => {
      shown.current = { first, last }
      setRange(shown.current)
    }
    if (isNear) take()
    else timer.current = setTimeout(take, REST_MS)
  }, [])
  return [range, onRange]
}
