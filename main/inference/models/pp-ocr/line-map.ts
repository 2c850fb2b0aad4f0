import { type Affine, invertAffine, mapPoint, rotationAbout } from '#common/geometry/affine'
import { type Box, clipBox } from '#common/geometry/box'
import { ringsBounds } from '#common/geometry/polygon'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { smallestBoxAround } from '#common/geometry/smallest-box'
import { marksOf, probabilityAt, regionsOf, type WordMap } from '../kit/text/regions.ts'

/** A line of text on a map. */
export interface FoundLine {
  /** In pixels of the frame; may reach beyond it. */
  readonly box: RotatedBox
  /** Mean probability over the box before it was grown. */
  readonly score: number
}

const LINE_THRESHOLD = 0.6
/** Marks whose shorter side is not longer are specks. */
const SPECK = 4
/** The network marks the middle of lines; they are grown by so much of their area through their perimeter. */
const GROWTH = 1.5
/** A broken network may find thousands; the best are read. */
const MOST_LINES = 1000

/** The lines of a map, as PaddleOCR reads it: the smallest rectangle around each mark, turned as the text is, and grown. */
export function findLines(map: WordMap): readonly FoundLine[] {
  const outline = outlineMaker()
  const lines: FoundLine[] = []
  for (const region of regionsOf(marksOf(map), map.width, outline.add)) {
    const box = smallestBoxAround([outline.take()])
    if (box === undefined || Math.min(box.width, box.height) < SPECK) continue
    const score = meanProbability(map, box, region)
    if (score >= LINE_THRESHOLD) lines.push({ box: grown(box), score })
  }
  if (lines.length <= MOST_LINES) return lines
  return lines.toSorted((one, other) => other.score - one.score).slice(0, MOST_LINES)
}

/** Gathers the corners of the outermost pixels in each row. */
function outlineMaker() {
  const rows = new Map<number, { left: number; right: number }>()
  return {
    add(x: number, y: number): void {
      const row = rows.get(y)
      if (row === undefined) rows.set(y, { left: x, right: x + 1 })
      else if (x < row.left) row.left = x
      else if (x >= row.right) row.right = x + 1
    },
    take(): readonly number[] {
      const ring = Array.from(rows, ([y, { left, right }]) => [left, y, right, y, right, y + 1, left, y + 1]).flat()
      rows.clear()
      return ring
    },
  }
}

function grown({ width, height, ...where }: RotatedBox): RotatedBox {
  const growth = (GROWTH * width * height) / (width + height)
  return { ...where, width: width + growth, height: height + growth }
}

/** Over the pixels whose middles lie in the box, which surrounds the region. */
function meanProbability(map: WordMap, box: RotatedBox, region: Box): number {
  const upright = invertAffine(rotationAbout(box.angle, box.center))
  const { x0, y0, x1, y1 } = clipBox(pixelsAround(box), map) ?? region
  let [sum, count] = [0, 0]
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) {
      if (!isInside(box, upright, { x: x + 0.5, y: y + 0.5 })) continue
      sum += probabilityAt(map, y * map.width + x)
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}

function pixelsAround(box: RotatedBox): Box {
  const { x0, y0, x1, y1 } = ringsBounds([rotatedBoxRing(box)])
  return { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) }
}

type Point = Parameters<typeof mapPoint>[1]

function isInside({ center, width, height }: RotatedBox, upright: Affine | undefined, point: Point): boolean {
  const { x, y } = upright ? mapPoint(upright, point) : point
  return Math.abs(x - center.x) <= width / 2 && Math.abs(y - center.y) <= height / 2
}
