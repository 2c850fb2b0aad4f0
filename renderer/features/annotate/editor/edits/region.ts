import type { MaskShape } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'
import { fillHoles, maskParts, type Span } from '#common/geometry/mask-spans'
import { type MaskTiles, maskTilesContain, subtractMask } from '#common/geometry/masks/mask-tiles'
import { floodByColor } from '#common/geometry/painting/flood'
import { type Ink, inked, inkOfMask, NO_INK } from '#common/geometry/painting/ink'
import type { ImagePoint, Size, Viewport } from '#common/geometry/space'
import { hasPixels, type ImagePart } from '#renderer/canvas/still/renderer'
import { visibleBox } from '#renderer/canvas/viewport'

/** The hole around a place, of the first of the masks that has one there. */
export function holeAt(masks: readonly MaskShape[], at: ImagePoint, frame: Size): Ink | undefined {
  for (const { tiles } of masks) {
    const hole = partAt(subtractMask(fillHoles(tiles, frame), tiles), at, frame)
    if (hole) return inkOfMask(hole)
  }
  return undefined
}

/** The part of a mask that a place lies on. */
export function maskPartAt(masks: readonly MaskShape[], at: ImagePoint, frame: Size): Ink | undefined {
  const mask = masks.find(({ tiles }) => maskTilesContain(tiles, at))
  const part = mask && partAt(mask.tiles, at, frame)
  return part && inkOfMask(part)
}

function partAt(tiles: MaskTiles, at: ImagePoint, frame: Size): MaskTiles | undefined {
  if (!maskTilesContain(tiles, at)) return undefined
  return maskParts(tiles, frame).find((part) => maskTilesContain(part, at))
}

/** The visible part of an image, and its pixels. */
export interface Looked {
  readonly frame: Size
  readonly viewport: Viewport
  readonly view: Size
  readonly parts: readonly ImagePart[]
  /** Device pixels to one view pixel. */
  readonly density: number
}

/**
 * The visible pixels that are connected to a point and share its color, at the resolution of the view: zooming in makes edges finer.
 * Returns undefined while there are no pixels, or outside the image.
 */
export function colorAt(looked: Looked, at: ImagePoint, tolerance: number): Ink | undefined {
  const { frame, viewport, view, density } = looked
  const shown = visibleBox(viewport, view)
  const box = {
    x0: Math.max(0, Math.floor(shown.x0)),
    y0: Math.max(0, Math.floor(shown.y0)),
    x1: Math.min(frame.width, Math.ceil(shown.x1)),
    y1: Math.min(frame.height, Math.ceil(shown.y1)),
  }
  const isIn = at.x >= box.x0 && at.x < box.x1 && at.y >= box.y0 && at.y < box.y1
  const scale = Math.min(1, viewport.scale * density)
  const field = isIn ? pixelsIn(looked.parts, box, scale) : undefined
  if (!field) return undefined
  const seed = { x: Math.floor((at.x - box.x0) * scale), y: Math.floor((at.y - box.y0) * scale) }
  return inked(NO_INK, enlarged(floodByColor(field, seed, tolerance), box, scale), frame)
}

/** The pixels on screen without anything that lies over them; undefined while there are none. */
function pixelsIn(parts: readonly ImagePart[], box: Box, scale: number): ImageData | undefined {
  const [width, height] = [Math.ceil((box.x1 - box.x0) * scale), Math.ceil((box.y1 - box.y0) * scale)]
  const there = parts.filter(hasPixels)
  const ctx =
    there.length > 0 ? new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true }) : null
  if (!ctx) return undefined
  ctx.imageSmoothingQuality = 'high'
  for (const { bitmap, box: at } of there) {
    const [left, top] = [(at.x0 - box.x0) * scale, (at.y0 - box.y0) * scale]
    ctx.drawImage(bitmap, left, top, (at.x1 - at.x0) * scale, (at.y1 - at.y0) * scale)
  }
  return ctx.getImageData(0, 0, width, height)
}

/** The same stretches in pixels of the image. */
function* enlarged(spans: readonly Span[], { x0: left, y0: top }: Box, scale: number): Generator<Span> {
  for (const { y, x0, x1 } of spans) {
    const [from, to] = [Math.round(top + y / scale), Math.round(top + (y + 1) / scale)]
    for (let row = from; row < to; row++)
      yield { y: row, x0: Math.round(left + x0 / scale), x1: Math.round(left + x1 / scale) }
  }
}
