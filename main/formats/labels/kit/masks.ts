import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { traceMask } from '#common/geometry/contour'
import type { Mask } from '#common/geometry/mask'
import type { Rings } from '#common/geometry/polygon'
import { decodeMask, type RunLengths, runLengthsFromText } from '#common/geometry/rle'
import { simplifyRing } from '#common/geometry/simplify'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { FilePlace } from './places.ts'

/** Pixels by which the outline of a mask may differ from its staircase. */
const TOLERANCE = 0.5

/** COCO's run lengths: plain counts or its compressed text, and the size as height and width. */
export const RunLengthMask = z.object({
  counts: z.union([z.string(), z.array(z.number())]),
  size: z.tuple([z.number(), z.number()]),
})
export type RunLengthMask = z.infer<typeof RunLengthMask>

/** The outlines of a mask, holes included. */
export function outlinesOfMask(mask: RunLengthMask, frame: Size, place: FilePlace): Result<Rings, Refusal> {
  const runs = readRunLengths(mask, frame, place)
  return runs.ok ? ok(trace(runs.value, frame.height)) : runs
}

/** The runs of a mask. It must be as large as the image, so that no file can ask for more memory. */
export function readRunLengths(
  { counts, size }: RunLengthMask,
  frame: Size,
  place: FilePlace,
): Result<RunLengths, Refusal> {
  const [height, width] = size
  if (height !== frame.height || width !== frame.width) {
    return refuse('mask-of-other-size', { place, width, height, imageWidth: frame.width, imageHeight: frame.height })
  }
  const runs = typeof counts === 'string' ? runLengthsFromText(counts) : ok<RunLengths>(counts)
  if (!runs.ok) return refuse('mask-counts-damaged', { place })
  if (!areCounts(runs.value)) return refuse('mask-counts-damaged', { place })
  const pixels = total(runs.value)
  if (pixels === width * height) return runs
  return refuse('mask-not-of-image', { place, pixels, size: width * height })
}

interface RowMask extends Size {
  /** Along the rows, background first. */
  readonly runs: readonly number[]
  /** The left upper corner in the image. */
  readonly x: number
  readonly y: number
}

/** The pixels of a mask of a part of the image. It must lie in the image. */
export function pixelsOfRows(mask: RowMask, frame: Size, place: FilePlace): Result<Mask, Refusal> {
  const { runs, x, y, width, height } = mask
  const isInside = x >= 0 && y >= 0 && x + width <= frame.width && y + height <= frame.height
  const isWhole = [x, y, width, height].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!isInside || !isWhole) return refuse('mask-outside-image', { place })
  if (!areCounts(runs)) return refuse('mask-counts-damaged', { place })
  const pixels = total(runs)
  if (pixels !== width * height) {
    return refuse('mask-not-of-box', { place, pixels, size: width * height })
  }
  const data = new Uint8Array(width * height)
  let start = 0
  for (const [index, run] of runs.entries()) {
    if (index % 2 === 1) data.fill(1, start, start + run)
    start += run
  }
  return ok({ width, height, data })
}

/** The outlines of the set pixels of a part of an image whose left upper corner is given. */
export function outlinesOfPixels(mask: Mask, x: number, y: number): Rings {
  return traceMask(mask).map((ring) =>
    simplifyRing(ring, TOLERANCE).map((value, index) => value + (index % 2 === 0 ? x : y)),
  )
}

function areCounts(runs: RunLengths): boolean {
  return runs.every((run) => Number.isSafeInteger(run) && run >= 0)
}

/** Draws only the columns that the object reaches, for a file may hold thousands of small objects of a large image. */
function trace(runs: RunLengths, height: number): Rings {
  const [lead = 0, ...rest] = runs
  if (rest.length === 0) return []
  const tail = rest.length % 2 === 0 ? (rest.pop() ?? 0) : 0
  const end = total(runs) - tail
  const [left, right] = [Math.floor(lead / height), Math.ceil(end / height)]
  const counts = [lead - left * height, ...rest, right * height - end]
  const mask = decodeMask(counts, { width: right - left, height })
  if (!mask.ok) return []
  return outlinesOfPixels(mask.value, left, 0)
}

function total(runs: RunLengths): number {
  return runs.reduce((sum, run) => sum + run, 0)
}
