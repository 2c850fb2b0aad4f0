import type { ImageKind } from '#common/image-kinds'
import type { ImageFormat } from '#common/versions/preprocessing'
import type { RenderedImage, RenderSource } from '#core/versions/ports'
import { kindOf } from '#decoding/kinds'
import { verifiedBytes } from '#decoding/verified'
import type { Pixels } from '../raster.ts'
import { fromPixels } from './passes.ts'
import { encodeJpeg } from './render.ts'

type EncodedImage = Pick<RenderedImage, 'encoded' | 'extension'>

/** Formats that dataset readers and browsers open. Files in other formats become PNG. */
const KEPT: ReadonlyMap<ImageKind, string> = new Map([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
])

/**
 * Encodes an image of a version. `untouched` is the source file if no step changed its pixels. Rejects with a
 * `DamagedFileError` if its bytes are not those that were stored.
 */
export async function encodeImage(
  pixels: Pixels,
  format: ImageFormat,
  untouched: Pick<RenderSource, 'path' | 'sha256'> | undefined,
): Promise<EncodedImage> {
  if (format === 'jpeg') return { encoded: await encodeJpeg(pixels), extension: 'jpg' }
  const original = format === 'original' && untouched ? await originalFile(untouched) : undefined
  return original ?? { encoded: await fromPixels(pixels).png().toBuffer(), extension: 'png' }
}

/** The file is read again, so it is verified again: these bytes go into the version. */
async function originalFile({
  path,
  sha256,
}: Pick<RenderSource, 'path' | 'sha256'>): Promise<EncodedImage | undefined> {
  const encoded = await verifiedBytes(path, sha256)
  const kind = kindOf(encoded)
  const extension = typeof kind === 'string' ? KEPT.get(kind) : undefined
  return extension === undefined ? undefined : { encoded, extension }
}
