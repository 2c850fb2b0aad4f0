import type { ProjectType } from '#common/contract/projects'
import { imagesOf, recogniseFormats } from '#core/exchange/datasets/recognise'
import { IMPORTERS } from '#formats/importers/registry'
import { rgbPng } from '#formats/kit/png'
import { type Contents, importWith, labelFiles } from './label-files.ts'

export const FRAME = { width: 4, height: 2 }

/** Returns a PNG with a color, 0xRRGGBB, for each of the eight pixels. */
export function colourPng(...colours: readonly number[]): Promise<Uint8Array> {
  const bytes = colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  return rgbPng(Uint8Array.from(bytes), FRAME)
}

/** Reads a dataset in its most likely format. */
export async function readDataset(contents: Contents, type: ProjectType = 'object-detection') {
  const files = labelFiles(contents)
  const candidates = await recogniseFormats(IMPORTERS, files, type)
  const importer = candidates[0]?.importer
  if (!importer) throw new Error('No importer knows the files')
  const found = await importWith(importer, files, type)
  const images = imagesOf(files, candidates).map(({ path }) => path)
  return { id: importer.id, found, images, splits: found.images.map(({ split }) => split) }
}
