import { type Refusal, refuse } from '#common/errors'
import type { Mask } from '#common/geometry/mask'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import { inflatedAtOnce, readPngAtOnce } from '../../kit/png/reader.ts'
import type { FilePlace } from './places.ts'

export interface PackedBitmap {
  /** Base64 of a PNG that zlib packed once more. */
  readonly data: string
  /** The left upper corner in the image. */
  readonly origin: readonly [number, number]
}

/** Heads and checksums of a PNG that holds no more than the pixels of its image. */
const SLACK_BYTES = 65_536
/** Most bytes of an unpacked bitmap, whatever size its file claims for the image. */
const MOST_BYTES = 512 * 1024 * 1024

/** The pixels of a packed bitmap: all that are opaque at all, else all but the first color, or all but black. It must lie in the image. */
export function pixelsOfBitmap({ data, origin }: PackedBitmap, frame: Size, place: FilePlace): Result<Mask, Refusal> {
  const most = Math.min((frame.width + 1) * frame.height * 4 + SLACK_BYTES, MOST_BYTES)
  const bytes = inflatedAtOnce(Buffer.from(data, 'base64'), most)
  if (bytes === undefined) return refuse('bitmap-not-packed', { place })
  const png = readPngAtOnce(bytes, frame)
  if (!png.ok) return refuse('bitmap-png-damaged', { place, error: png.error })
  const { width, height, values, isColoured, alpha } = png.value
  if (isColoured && !alpha) return refuse('bitmap-has-colours', { place })
  const [left, top] = origin
  const isInside = left >= 0 && top >= 0 && left + width <= frame.width && top + height <= frame.height
  if (!isInside) return refuse('bitmap-outside-image', { place })
  return ok({ width, height, data: Uint8Array.from(alpha ?? values, (value) => (value > 0 ? 1 : 0)) })
}
