import { readFile } from 'node:fs/promises'
import type { ImageFormat } from '#common/versions/preprocessing'
import type { RenderedImage, RenderSource } from '#core/versions/ports'
import { type ImageKind, kindOf } from '#decoding/kinds'
import type { Pixels } from '../raster.ts'
import { fromPixels } from './passes.ts'
import { encodeJpeg } from './render.ts'

type EncodedImage = Pick<RenderedImage, 'encoded' | 'extension'>

/** What readers of data sets and browsers open; a file of another kind becomes a PNG. */
const KEPT: ReadonlyMap<ImageKind, string> = new Map([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
])

/** The file of an image of a version. `untouched` is the source whose very pixels these are, undefined where a step changed them. */
export async function encodeImage(
  pixels: Pixels,
  format: ImageFormat,
  untouched: Pick<RenderSource, 'path'> | undefined,
): Promise<EncodedImage> {
  if (format === 'jpeg') return { encoded: await encodeJpeg(pixels), extension: 'jpg' }
  const original = format === 'original' && untouched ? await originalFile(untouched.path) : undefined
  return original ?? { encoded: await fromPixels(pixels).png().toBuffer(), extension: 'png' }
}

async function originalFile(path: string): Promise<EncodedImage | undefined> {
  const encoded = await readFile(path)
  const kind = kindOf(encoded)
  const extension = typeof kind === 'string' ? KEPT.get(kind) : undefined
  return extension === undefined ? undefined : { encoded, extension }
}
