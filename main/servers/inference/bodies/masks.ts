import { z } from 'zod'
import { runLengthsFromText } from '#common/geometry/rle'
import { sentenceOf } from '#common/messages/sentence'
import { decodeBase64, NOT_BASE64 } from '../../kit/base64.ts'
import { type Misfit, UnfitRequest } from '../errors.ts'

/** Most masks of one request. */
const MOST_MASKS = 1000

type Way = readonly (string | number)[]

/**
 * Checks masks in all their forms: a polygon, base64 text or the bytes of long text, run lengths, or a list of these. Throws what does not fit.
 */
export function checkMasks(input: unknown): void {
  const misfit = misfitOf(input)
  if (misfit !== undefined) throw new UnfitRequest([misfit])
}

function misfitOf(input: unknown): Misfit | undefined {
  if (input === undefined || input === null) return toMisfit([], 'mask_input is missing', 'missing')
  if (!Array.isArray(input) || isPolygon(input)) return maskMisfit(input, [])
  if (input.length === 0) return toMisfit([], 'mask_input must hold at least one mask')
  if (input.length > MOST_MASKS) return toMisfit([], `mask_input must hold at most ${MOST_MASKS} masks`)
  for (const [place, mask] of input.entries()) {
    const misfit = maskMisfit(mask, [place])
    if (misfit !== undefined) return misfit
  }
  return undefined
}

/** A list of numbers is one polygon; all else is a list of masks. */
function isPolygon(input: readonly unknown[]): boolean {
  return typeof input[0] === 'number'
}

function maskMisfit(mask: unknown, way: Way): Misfit | undefined {
  const name = ['mask_input', ...way].join('.')
  if (Array.isArray(mask)) return polygonMisfit(mask, { name, way })
  if (mask instanceof Uint8Array)
    return mask.length > 0 ? undefined : toMisfit(way, `${name} cannot be used: ${sentenceOf(NOT_BASE64)}`)
  if (typeof mask === 'string') {
    const bytes = decodeBase64(mask)
    return bytes.ok ? undefined : toMisfit(way, `${name} cannot be used: ${sentenceOf(bytes.error)}`)
  }
  const lengths = RunLengths.safeParse(mask)
  if (!lengths.success)
    return toMisfit(way, `${name} must be a polygon, base64 text of a mask, or {"size": [height, width], "counts": …}`)
  return runLengthsMisfit(lengths.data, { name, way })
}

interface Named {
  readonly name: string
  readonly way: Way
}

function polygonMisfit(points: readonly unknown[], { name, way }: Named): Misfit | undefined {
  if (points.some((value) => typeof value !== 'number' || !Number.isFinite(value)))
    return toMisfit(way, `${name} must hold numbers only: x1, y1, x2, y2, …`)
  if (points.length < 6 || points.length % 2 === 1)
    return toMisfit(way, `${name} must hold x and y of at least three points`)
  return undefined
}

const RunLengths = z.object({
  size: z.tuple([z.int().min(1), z.int().min(1)]),
  counts: z.union([z.string().min(1), z.array(z.int().min(0)).min(1)]),
})

function runLengthsMisfit({ size, counts }: z.output<typeof RunLengths>, { name, way }: Named): Misfit | undefined {
  const runs = typeof counts === 'string' ? runLengthsFromText(counts) : { ok: true as const, value: counts }
  if (!runs.ok) return toMisfit([...way, 'counts'], `${name}.counts are not COCO run lengths`)
  const pixels = runs.value.reduce((sum, run) => sum + run, 0)
  if (pixels === size[0] * size[1]) return undefined
  return toMisfit([...way, 'counts'], `${name}.counts cover ${pixels} pixels, but the size has ${size[0] * size[1]}`)
}

function toMisfit(way: Way, msg: string, type = 'value_error'): Misfit {
  return { loc: ['body', 'mask_input', ...way], msg, type }
}
