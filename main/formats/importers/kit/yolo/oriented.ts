import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { linesOf } from '../../../labels/kit/lines.ts'

/** So many files, from all over the dataset, show what the others are. */
const SAMPLES = 32

const HEAD_BYTES = 4096

/** A share of the image's side: corners of oriented boxes are rounded. */
const SLACK = 0.003

/**
 * Whether the lines of label files are oriented boxes: each has four corners, and most of them are a turned rectangle or an upright
 * one. Those that are neither were cut by a frame. Outlines with four corners each that are any quadrangles stay outlines.
 */
export async function holdOrientedBoxes(labels: readonly DatasetFile[], dataset: DatasetFiles): Promise<boolean> {
  const filled = labels.filter(({ bytes }) => bytes > 0)
  const step = Math.ceil(filled.length / SAMPLES)
  const objects: (readonly number[])[] = []
  for (const file of filled.filter((_, index) => index % step === 0)) {
    const lines = linesOf(await dataset.head(file, HEAD_BYTES)).slice(0, file.bytes > HEAD_BYTES ? -1 : undefined)
    objects.push(...lines.map(({ line }) => line.split(/\s+/).slice(1).map(Number)))
  }
  const rectangles = objects.filter(isParallelogram)
  return (
    objects.every(({ length }) => length === 8) && rectangles.some(isTurned) && 2 * rectangles.length > objects.length
  )
}

/** A rectangle is one in shares of the sides, whatever the shape of its image. */
function isParallelogram([x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: readonly number[]): boolean {
  return Math.abs(x0 - x1 + x2 - x3) < SLACK && Math.abs(y0 - y1 + y2 - y3) < SLACK
}

function isTurned([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): boolean {
  return Math.abs(x1 - x0) > SLACK && Math.abs(y1 - y0) > SLACK
}
