import { CLASS_COLORS } from '#common/annotation/class-colors'
import type { ModelManifest } from '#common/inference/manifest'
import type { ClassScore } from '#common/inference/prediction'

/** Red, green and blue, each 0…255. */
export type Colour = readonly [number, number, number]

/** The color of a class to which its model gives none. */
const UNNAMED = '#4892EA'

/** The color of a class: as the model says; a model without colors takes the studio's by the place of the class. */
export function colourOf(
  { className, classIndex }: Pick<ClassScore, 'className' | 'classIndex'>,
  { colours }: Pick<ModelManifest, 'colours'>,
): Colour {
  const own = colours === undefined ? CLASS_COLORS[classIndex % CLASS_COLORS.length] : colours[className]
  return fromHex(own ?? UNNAMED)
}

function fromHex(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Black or white, whichever is easier to read on a color. */
export function inkOn([red, green, blue]: Colour): Colour {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? [0, 0, 0] : [255, 255, 255]
}
