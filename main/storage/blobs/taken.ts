import type { Metadata } from 'sharp'
import { err, ok, type Result } from '#common/result'
import type { ProbeRefusal } from '#core/images/ports'
import { mostPixels } from '#core/images/rules'

/** Kinds that are taken in, by libvips' name. HEIF stands for AVIF; HEVC-coded files fail to decode and are refused. */
const KINDS = new Set(['jpeg', 'png', 'webp', 'tiff', 'heif'])

/** Whole numbers from 0 on, of 8 and of 16 bits. Everything else would be shown, and read by models, as if it were one of them. */
const DEPTHS = new Set(['uchar', 'ushort'])

/** CIE L*a*b* says what its numbers mean, whatever their kind is: libvips makes the right colours of them. */
const MEANT_SPACES = new Set(['lab', 'labq', 'labs'])

/** What the header of a picture says, or why it is not taken in; `meta` is undefined where none can be read. */
export function takenHeader(meta: Metadata | undefined, maxPixels: number): Result<Metadata, ProbeRefusal> {
  if (meta === undefined || !KINDS.has(meta.format))
    return err({ kind: 'unsupported', detail: meta?.format ?? 'unknown' })
  if (!DEPTHS.has(meta.depth) && !MEANT_SPACES.has(meta.space)) return err({ kind: 'samples', depth: meta.depth })
  const pixels = meta.width * meta.height
  const limit = Math.min(maxPixels, mostPixels(meta))
  return pixels > limit ? err({ kind: 'too-many-pixels', pixels, limit }) : ok(meta)
}
