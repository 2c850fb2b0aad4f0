import { useMemo, useState } from 'react'
import type { EventView } from '#common/contract/events'
import type { Found } from '#renderer/features/playground/entrance/findings'
import { type EventImage, foundIn } from '../../images.ts'

/** `input`: as it was taken. `output`: with what its producer drew into it. */
export type Side = 'input' | 'output'

export interface ShownImage {
  /** Place among the event's images. */
  readonly index: number
  readonly image: EventImage | undefined
  readonly side: Side
  /** File of the side that is shown; undefined where there is none. */
  readonly file: string | undefined
  readonly found: readonly Found[]
  readonly hasOverlay: boolean
  readonly show: (change: { readonly index?: number; readonly side?: Side; readonly hasOverlay?: boolean }) => void
}

/**
 * Which image of an event is looked at, and how: first the one its producer chose, as it was taken, with what was found drawn over it.
 * The other one has that drawn into it already.
 */
export function useShownImage({ images, displayImagePosition }: EventView): ShownImage {
  const first = displayImagePosition ?? 0
  const [wished, setWished] = useState<{ index: number; side: Side | undefined; hasOverlay: boolean | undefined }>({
    index: first < images.length ? first : 0,
    side: undefined,
    hasOverlay: undefined,
  })
  const image = images[wished.index]
  const found = useMemo(() => (image === undefined ? [] : foundIn(image)), [image])
  const side = sideOf(image, wished.side)
  const file = (side === 'input' ? image?.inputFileId : image?.fileId) ?? undefined
  const isDrawnIn = side === 'output' && image?.inputFileId !== null
  return {
    index: wished.index,
    image,
    side,
    file,
    found,
    hasOverlay: wished.hasOverlay ?? !isDrawnIn,
    show: ({ index = wished.index, side: next = wished.side, hasOverlay }) => {
      const isTurned = next !== wished.side
      setWished({ index, side: next, hasOverlay: hasOverlay ?? (isTurned ? undefined : wished.hasOverlay) })
    },
  }
}

function sideOf(image: EventImage | undefined, wished: Side | undefined): Side {
  if (image === undefined || image.inputFileId === null) return 'output'
  return image.fileId === null ? 'input' : (wished ?? 'input')
}
