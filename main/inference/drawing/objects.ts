import { mapPoint, mapRing, translation } from '#common/geometry/affine'
import { type Box, boxRing, boxSize } from '#common/geometry/box'
import { traceMask } from '#common/geometry/contour'
import { emptyMask, type Mask } from '#common/geometry/mask'
import type { Rings } from '#common/geometry/polygon'
import { runLengthsFromText } from '#common/geometry/rle'
import type { DetectedMask, DetectedObject } from '#common/inference/prediction'
import type { Pixels } from '#transforms/raster'
import { type Colour, colourOf } from './colours.ts'
import { fillArea, strokeLine, strokeRing } from './strokes.ts'
import type { DrawStyle } from './style.ts'
import { dotSize, drawLabel, labelSize } from './text.ts'

/** How much of an area inside a mask is its color. */
const MASK_SHARE = 0.35

/** The surest object is drawn last, over the others; labels over all of them. */
export function drawObjects(pixels: Pixels, objects: readonly DetectedObject[], style: DrawStyle): void {
  const upwards = objects.toReversed().map((object) => ({ object, colour: colourOf(object, style.manifest) }))
  for (const { object, colour } of upwards) drawShape(pixels, object, { ...style, colour })
  if (!style.labels) return
  for (const { object, colour } of upwards) drawName(pixels, object, { ...style, colour })
}

type Coloured = DrawStyle & { readonly colour: Colour }

function drawShape(pixels: Pixels, object: DetectedObject, style: Coloured): void {
  const { box, corners, mask, keypoints } = object
  const rings = (mask ? ringsOf(mask, box) : []).map((ring) => mapRing(style.toCanvas, ring))
  fillArea(pixels, rings, { colour: style.colour, share: MASK_SHARE })
  for (const ring of [...rings, mapRing(style.toCanvas, corners ?? boxRing(box))]) strokeRing(pixels, ring, style)
  if (keypoints) drawKeypoints(pixels, object, style)
}

function drawKeypoints(pixels: Pixels, { className, keypoints = [] }: DetectedObject, style: Coloured): void {
  const { manifest, stroke, colour, toCanvas } = style
  const points = new Map(keypoints.map((point) => [point.index, mapPoint(toCanvas, point)]))
  const edges = manifest.keypoints?.find((known) => known.className === className)?.edges ?? []
  for (const [from, to] of edges) {
    const [start, end] = [points.get(from), points.get(to)]
    if (start && end) strokeLine(pixels, [start.x, start.y, end.x, end.y], style)
  }
  const across = 2 * stroke + 2 * dotSize(pixels)
  for (const { x, y } of points.values()) strokeLine(pixels, [x, y, x, y], { colour, stroke: across })
}

function drawName(
  pixels: Pixels,
  { box, className, confidence }: DetectedObject,
  { colour, toCanvas }: Coloured,
): void {
  const text = `${className} ${confidence.toFixed(2)}`
  const { height } = labelSize(text, dotSize(pixels))
  const { x, y } = mapPoint(toCanvas, { x: box.x0, y: box.y0 })
  drawLabel(pixels, { text, colour, x, y: y - height })
}

/** The borders of a mask in pixels of the image. */
function ringsOf(mask: DetectedMask, box: Box): Rings {
  if (mask.format === 'polygon') return mask.ring.length < 6 ? [] : [mask.ring]
  const toImage = translation(box.x0, box.y0)
  return traceMask(insideOf(mask, box)).map((ring) => mapRing(toImage, ring))
}

/** The part of run lengths inside a box; only that is unfolded, since there may be many masks on a large image. */
function insideOf({ counts, size }: Extract<DetectedMask, { format: 'rle' }>, box: Box): Mask {
  const mask = emptyMask(boxSize(box))
  const runs = runLengthsFromText(counts)
  if (!runs.ok) return mask
  let start = 0
  for (const [index, count] of runs.value.entries()) {
    const end = start + count
    if (index % 2 === 1) setRun(mask, { start, end }, { height: size.height, box })
    start = end
  }
  return mask
}

interface Columns {
  readonly height: number
  readonly box: Box
}

/** A run goes down the columns, from the left. */
function setRun(mask: Mask, { start, end }: { start: number; end: number }, { height, box }: Columns): void {
  for (let cell = start; cell < end; cell += 1) {
    const [x, y] = [Math.floor(cell / height), cell % height]
    if (x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1) mask.data[(y - box.y0) * mask.width + x - box.x0] = 1
  }
}
