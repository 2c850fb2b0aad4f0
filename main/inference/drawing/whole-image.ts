import type { ClassScore, SemanticMap } from '#common/inference/prediction'
import { openImage } from '#decoding/image'
import { CHANNELS, type Pixels } from '#transforms/raster'
import { colourOf } from './colours.ts'
import type { DrawStyle } from './style.ts'
import { dotSize, drawLabel, labelSize } from './text.ts'

const MOST_LABELS = 5
/** How much of a pixel is the color of its class. */
const CLASS_SHARE = 0.5
const BACKGROUND = 'background'

/** Classes of the whole image, one below the other in its upper left corner. */
export function drawScores(pixels: Pixels, scores: readonly ClassScore[], { manifest }: DrawStyle): void {
  const margin = 2 * dotSize(pixels)
  for (const [line, score] of scores.slice(0, MOST_LABELS).entries()) {
    const text = `${score.className} ${score.confidence.toFixed(2)}`
    const { height } = labelSize(text, dotSize(pixels))
    drawLabel(pixels, { text, colour: colourOf(score, manifest), x: margin, y: margin + line * (height + margin) })
  }
}

/** Every pixel in the color of its class, but for those of the background. */
export async function drawClasses(
  pixels: Pixels,
  { classes, classNames }: SemanticMap,
  { manifest }: DrawStyle,
): Promise<void> {
  const { width, height, data } = pixels
  const colours = classNames.map((className, classIndex) =>
    className === BACKGROUND ? undefined : colourOf({ className, classIndex }, manifest),
  )
  const map = await openImage(classes)
  const indices = await map.decode((open) =>
    open().resize({ width, height, fit: 'fill', kernel: 'nearest' }).extractChannel(0).raw().toBuffer(),
  )
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colours[indices[pixel] ?? 0]
    if (colour === undefined) continue
    const start = pixel * CHANNELS
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const under = data[start + channel] ?? 0
      data[start + channel] = under + ((colour[channel] ?? 0) - under) * CLASS_SHARE
    }
  }
}
