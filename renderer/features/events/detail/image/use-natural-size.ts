import { useEffect, useState } from 'react'
import { eventImageUrl } from '#common/contract/urls'

export interface Size {
  readonly width: number
  readonly height: number
}

/** An image for the screen has at most so many pixels along its longer side. */
const SCREEN_SIDE = 2048

/**
 * The size of an image in its own pixels, in which its findings are placed. One that was made smaller for the screen does not tell it:
 * then the whole one is loaded, once, for nothing but its size.
 */
export function useNaturalSize(file: string | undefined, screen: Size | undefined): Size | undefined {
  const [whole, setWhole] = useState<{ readonly file: string; readonly size: Size }>()
  const isSmaller = screen !== undefined && Math.max(screen.width, screen.height) >= SCREEN_SIDE
  useEffect(() => {
    if (file === undefined || !isSmaller) return
    const image = new Image()
    image.onload = () => setWhole({ file, size: { width: image.naturalWidth, height: image.naturalHeight } })
    image.src = eventImageUrl(file, 'full')
    return () => {
      image.onload = null
    }
  }, [file, isSmaller])
  if (!isSmaller) return screen
  return whole !== undefined && whole.file === file ? whole.size : undefined
}
