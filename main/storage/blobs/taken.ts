import { TAKEN_KINDS } from '#common/image-kinds'
import { err, ok, type Result } from '#common/result'
import type { ProbeRefusal } from '#core/dataset/images/ports'
import { mostPixels } from '#core/dataset/images/rules'
import { type EncodedImage, type EncodedSource, openImage } from '#decoding/image'
import type { ImageHeader } from '#decoding/image-header'
import { ImageRefusedError } from '#decoding/refused'

/** Whole numbers from 0 on, of 8 and of 16 bits. Everything else would be shown, and read by models, as if it were one of them. */
const DEPTHS = new Set(['uchar', 'ushort'])

/** CIE L*a*b* says what its numbers mean, whatever their kind is: libvips makes the right colors of them. */
const MEANT_SPACES = new Set(['lab', 'labq', 'labs'])

/** Opens an image that may be taken into a project, or says why it is not taken. Throws where there is no file. */
export async function openTaken(source: EncodedSource, maxPixels: number): Promise<Result<EncodedImage, ProbeRefusal>> {
  try {
    const image = await openImage(source)
    const refusal = refusalOf(image.header, maxPixels)
    return refusal ? err(refusal) : ok(image)
  } catch (failure) {
    if (failure instanceof ImageRefusedError) return err(failure.refusal)
    throw failure
  }
}

function refusalOf(header: ImageHeader, maxPixels: number): ProbeRefusal | undefined {
  const { format, depth, space, stored } = header
  if (!TAKEN_KINDS.includes(format)) return { kind: 'unsupported', detail: format }
  if (!DEPTHS.has(depth) && !MEANT_SPACES.has(space)) return { kind: 'samples', depth }
  const pixels = stored.width * stored.height
  const limit = Math.min(maxPixels, mostPixels(header))
  return pixels > limit ? { kind: 'too-many-pixels', pixels, limit } : undefined
}
