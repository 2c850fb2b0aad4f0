import { useEffect, useState } from 'react'
import { eventPictureUrl } from '#common/contract/urls'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A picture for the screen has at most so many pixels along its longer side. */
const SCREEN_SIDE = 2048

/**
 * The size of a picture in its own pixels, in which its findings are placed. One that was made smaller for the screen does not tell it:
 * then the whole one is loaded, once, for nothing but its size.
 */
export function useNaturalSize(file: string | undefined, screen: Size | undefined): Size | undefined {
  const [whole, setWhole] = useState<{ readonly file: string; readonly size: Size }>()
  const isSmaller = screen !== undefined && Math.max(screen.width, screen.height) >= SCREEN_SIDE
  useEffect(() => {
    if (file === undefined || !isSmaller) return
    const picture = new Image()
    picture.onload = () => setWhole({ file, size: { width: picture.naturalWidth, height: picture.naturalHeight } })
    picture.src = eventPictureUrl(file, 'full')
    return () => {
      picture.onload = null
    }
  }, [file, isSmaller])
  if (!isSmaller) return screen
  return whole !== undefined && whole.file === file ? whole.size : undefined
}
