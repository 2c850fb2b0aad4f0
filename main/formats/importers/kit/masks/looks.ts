import type { Size } from '#common/geometry/space'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../../../kit/png/reader.ts'
import { endingOf } from '../paths.ts'
import type { Pause } from '../pauses.ts'
import { readMask } from './files.ts'
import { storedSize } from './stored-size.ts'

/** The look of an image that may be a mask: `binary` has nothing but black and white. */
export type Look = 'binary' | 'mask' | 'photograph' | 'unknown'

/** Masks have few values, or large areas of one value. */
const FEW_VALUES = 32
const MOST_BORDERS = 0.1

/** A mask has the size of its image. */
export async function lookOf(
  { mask, image }: { readonly mask: DatasetFile; readonly image: DatasetFile },
  dataset: DatasetFiles,
  pause: Pause,
): Promise<Look> {
  try {
    const frame = await storedSize(image, dataset)
    if (endingOf(mask.path) !== '.png') return lookOfSize(await storedSize(mask, dataset), frame)
    const png = await readMask(dataset, mask, pause)
    if (!png.ok) return 'unknown'
    return isOtherSize(png.value, frame) ? 'photograph' : await lookOfPixels(png.value, pause)
  } catch (failure) {
    if (failure instanceof DatasetFileError) return 'unknown'
    throw failure
  }
}

function lookOfSize(size: Size | undefined, frame: Size | undefined): Look {
  if (size === undefined || frame === undefined) return 'unknown'
  return isOtherSize(size, frame) ? 'photograph' : 'mask'
}

/** A camera may have turned its image. */
function isOtherSize({ width, height }: Size, frame: Size | undefined): boolean {
  if (frame === undefined) return false
  const isSame = width === frame.width && height === frame.height
  return !isSame && !(width === frame.height && height === frame.width)
}

async function lookOfPixels({ values, width, palette, isColoured }: PngPixels, pause: Pause): Promise<Look> {
  const found = new Set<number>()
  let borders = 0
  for (let start = 0; start < values.length; start += width) {
    await pause()
    borders += bordersIn(values.subarray(start, start + width), found)
  }
  if (found.size > FEW_VALUES && borders > values.length * MOST_BORDERS) return 'photograph'
  return palette === undefined && isBlackAndWhite(found, isColoured ? 0xffffff : 255) ? 'binary' : 'mask'
}

/** How often the value changes in a row, whose values are added until there are many. */
function bordersIn(row: PngPixels['values'], found: Set<number>): number {
  let borders = 0
  for (let at = 0; at < row.length; at += 1) {
    const value = row[at] ?? 0
    const isBorder = at === 0 || value !== row[at - 1]
    if (isBorder && found.size <= FEW_VALUES) found.add(value)
    if (isBorder && at > 0) borders += 1
  }
  return borders
}

function isBlackAndWhite(found: ReadonlySet<number>, white: number): boolean {
  return found.has(white) && [...found].every((value) => value === 0 || value === white)
}
