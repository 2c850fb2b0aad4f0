import { useEffect, useRef, useState } from 'react'
import { classColor } from '#renderer/ui/display/class-color'
import { t } from '#renderer/words/words'
import styles from './stage.module.css'

/** Longest side at which a map is drawn: what a screen shows of it. */
const LONGEST = 2048
const OPACITY = 0.5 * 255

export interface ClassMapProps {
  /** An 8-bit gray PNG whose values are places in `classNames`. */
  readonly url: string
  readonly classNames: readonly string[]
  readonly hidden: ReadonlySet<string>
  readonly onError: (sentence: string) => void
}

/** A class for every pixel, in the class colors over the image. */
export function ClassMap({ url, classNames, hidden, onError }: ClassMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [map, setMap] = useState<ImageData>()
  useEffect(() => {
    const stop = new AbortController()
    readMap(url, stop.signal)
      .then(setMap)
      .catch(() => {
        if (!stop.signal.aborted) onError(t('The class map is no longer available. Run the model again'))
      })
    return () => stop.abort()
  }, [url, onError])
  useEffect(() => {
    if (map === undefined || canvas.current === null) return
    canvas.current.width = map.width
    canvas.current.height = map.height
    canvas.current.getContext('2d')?.putImageData(coloured(map, classNames, hidden), 0, 0)
  }, [map, classNames, hidden])
  return <canvas ref={canvas} className={styles.layer} aria-hidden />
}

async function readMap(url: string, signal: AbortSignal): Promise<ImageData> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(response.statusText)
  const bitmap = await createImageBitmap(await response.blob(), { colorSpaceConversion: 'none' })
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error(t('Could not draw the class map'))
  // Places between two classes are no class.
  context.imageSmoothingEnabled = false
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

/** `background` is what the image shows through. */
function coloured(map: ImageData, classNames: readonly string[], hidden: ReadonlySet<string>): ImageData {
  const palette = classNames.map((name, index) =>
    name === 'background' || hidden.has(name) ? undefined : rgbOf(classColor(index + 1)),
  )
  const out = new ImageData(map.width, map.height)
  for (let i = 0; i < map.data.length; i += 4) {
    const color = palette[map.data[i] ?? 0]
    if (color === undefined) continue
    out.data.set(color, i)
    out.data[i + 3] = OPACITY
  }
  return out
}

function rgbOf(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
