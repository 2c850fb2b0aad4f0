import { message } from '#common/messages/message'
import { err, ok, type Result } from '#common/result'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { type PngPixels, readPng } from '../../../kit/png/reader.ts'
import type { Pause } from '../pauses.ts'
import { MAX_TEXT_BYTES } from '../texts.ts'
import { type Region, regionsOf } from './regions.ts'

/** The pixels of a mask that is a PNG. */
export async function readMask(
  dataset: DatasetFiles,
  file: DatasetFile,
  pause: Pause,
): Promise<Result<PngPixels, DatasetProblem>> {
  const { path } = file
  const bytes = await bytesOf(dataset, file)
  if (bytes === undefined) return err({ path, reason: message('mask-too-large') })
  const png = await readPng(bytes, pause)
  return png.ok ? ok(png.value) : err({ path, reason: message('png-fault', {}, png.error) })
}

export interface MaskRegions {
  readonly png: PngPixels
  readonly regions: readonly Region[]
}

/** The pixels of a mask that is a PNG, and where each of its values lies. */
export async function readRegions(
  dataset: DatasetFiles,
  file: DatasetFile,
  pause: Pause,
): Promise<Result<MaskRegions, DatasetProblem>> {
  const png = await readMask(dataset, file, pause)
  return png.ok ? regionsIn(png.value, file.path, pause) : png
}

/** Where each value of a mask lies. */
export async function regionsIn(
  png: PngPixels,
  path: string,
  pause: Pause,
): Promise<Result<MaskRegions, DatasetProblem>> {
  const regions = await regionsOf(png, pause)
  return regions ? ok({ png, regions }) : err({ path, reason: message('mask-too-many-values') })
}

async function bytesOf(dataset: DatasetFiles, file: DatasetFile): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of dataset.read(file)) {
    length += piece.byteLength
    if (length > MAX_TEXT_BYTES) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
