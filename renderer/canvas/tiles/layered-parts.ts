import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { type TilePlace, type TilePyramid, tileBox, tilesIn } from '#common/geometry/tiles'
import type { ImagePart } from '../still/renderer.ts'

/** Returns the pixels at an address, if they are loaded. */
export type HeldPixels = (url: string) => ImageBitmap | undefined

export interface LayeredImage {
  /** Size in image pixels. */
  readonly frame: Size
  /** Addresses of the whole image, from coarse to fine. */
  readonly wholes: readonly string[]
  readonly tiles: LayeredTiles | undefined
}

export interface LayeredTiles {
  readonly pyramid: TilePyramid
  /** Tiles of one level. */
  readonly inView: readonly TilePlace[]
  /** Box of the view, in image pixels. */
  readonly box: Box
  readonly urlOf: (place: TilePlace) => string
}

/**
 * Returns parts from coarse to fine: the finest whole image, coarser tiles that stand in for missing ones, and the best
 * tiles.
 */
export function layeredParts({ frame, wholes, tiles }: LayeredImage, held: HeldPixels): readonly ImagePart[] {
  const [whole, coarser] = wholes.toReversed().flatMap((url) => partOf(url, held(url), wholeBox(frame)))
  return [...(whole ? [{ ...whole, standIn: coarser }] : []), ...(tiles ? tileParts(tiles, held) : [])]
}

function tileParts({ pyramid, inView, box, urlOf }: LayeredTiles, held: HeldPixels): readonly ImagePart[] {
  const part = (place: TilePlace) => partOf(urlOf(place), held(urlOf(place)), tileBox(pyramid, place))
  const best = inView.flatMap(part)
  const level = inView[0]?.level
  if (level === undefined || best.length === inView.length) return best
  const coarser = levelsAbove(level, pyramid.levels).flatMap((above) => tilesIn(pyramid, above, box).flatMap(part))
  return [...coarser, ...best]
}

/** Returns the levels above, coarsest first. Beyond them the whole image has as many pixels. */
function levelsAbove(level: number, levels: number): readonly number[] {
  return [level + 2, level + 1].filter((each) => each < levels)
}

function partOf(key: string, bitmap: ImageBitmap | undefined, box: Box): readonly ImagePart[] {
  return bitmap ? [{ key, bitmap, box }] : []
}

function wholeBox({ width, height }: Size): Box {
  return { x0: 0, y0: 0, x1: width, y1: height }
}

/** Returns the earlier list if it holds the same parts, so that the image is not drawn again. */
export function sameParts(before: readonly ImagePart[], now: readonly ImagePart[]): readonly ImagePart[] {
  const isSame =
    before.length === now.length &&
    now.every(({ key, bitmap }, i) => before[i]?.key === key && before[i].bitmap === bitmap)
  return isSame ? before : now
}
