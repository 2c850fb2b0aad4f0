import type { Traced } from '#common/annotation/transform'
import { translation } from '#common/geometry/affine'
import { type Box, boxSize } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { Skeletons } from '#core/versions/ports'
import type { Drawn } from './augment/definition.ts'
import { pasteInto } from './pixels/regions.ts'
import { renderPixels } from './pixels/render.ts'
import { placeCentred } from './plan.ts'
import { coverSize } from './preprocess/resize.ts'
import type { Random } from './random.ts'
import { CHANNELS, type Pixels } from './raster.ts'
import { copyId, moveShape, moveShapes } from './shapes.ts'

/** A preprocessed image with its annotations. */
export interface Labelled {
  readonly pixels: Pixels
  readonly shapes: readonly Traced[]
}

/** Number of other images in a mosaic. */
const OTHERS = 3

/**
 * Returns which of `count` training images join the image at `own`: three different ones, or any three if there are
 * fewer than four images.
 */
export function mosaicOthers(random: Random, count: number, own: number): readonly number[] {
  if (count <= OTHERS) return Array.from({ length: OTHERS }, () => Math.floor(random.next() * count))
  const chosen: number[] = []
  while (chosen.length < OTHERS) {
    const place = Math.floor(random.next() * count)
    if (place !== own && !chosen.includes(place)) chosen.push(place)
  }
  return chosen
}

/** Draws the point where the four images meet, as fractions of the sides, and the quadrant of the image itself. */
export function drawMosaic(random: Random) {
  return { x: random.between(0.3, 0.7), y: random.between(0.3, 0.7), quadrant: Math.floor(random.next() * 4) }
}

interface Composition {
  readonly own: Labelled
  readonly others: readonly Labelled[]
  readonly drawn: ReturnType<typeof drawMosaic> & Drawn
  readonly skeletons: Skeletons
}

/**
 * Composes four images on the canvas of the first one. Each is scaled to cover its quadrant and cropped to it, with its
 * annotations.
 */
export async function composeMosaic(
  { own, others, drawn, skeletons }: Composition,
  signal: AbortSignal,
): Promise<Labelled> {
  const { width, height } = own.pixels
  const pixels = { data: new Uint8Array(width * height * CHANNELS), width, height }
  const shapes: Traced[] = []
  const waiting = [...others]
  for (const [place, box] of quadrants({ width, height }, drawn).entries()) {
    const isOwn = place === drawn.quadrant
    const shown = isOwn ? own : waiting.shift()
    const { width: across, height: down } = boxSize(box)
    if (shown === undefined || across < 1 || down < 1) continue
    const frame = { width: across, height: down }
    const plan = placeCentred(shown.pixels, coverSize(shown.pixels, frame), { frame, edges: 'black' })
    pasteInto(pixels, box, await renderPixels(shown.pixels, [plan], signal))
    const moved = moveShapes(shown.shapes, plan, skeletons)
    const toQuadrant = { affine: translation(box.x0, box.y0), frame: { width, height } }
    for (const shape of moved) {
      for (const placed of moveShape(shape, toQuadrant, skeletons)) {
        shapes.push(isOwn ? placed : { ...placed, id: copyId(placed.id, `mosaic ${place}`) })
      }
    }
  }
  return { pixels, shapes }
}

/** Returns the quadrants row by row. */
function quadrants({ width, height }: Size, { x, y }: { readonly x: number; readonly y: number }): readonly Box[] {
  const [across, down] = [Math.round(x * width), Math.round(y * height)]
  return [
    { x0: 0, y0: 0, x1: across, y1: down },
    { x0: across, y0: 0, x1: width, y1: down },
    { x0: 0, y0: down, x1: across, y1: height },
    { x0: across, y0: down, x1: width, y1: height },
  ]
}
