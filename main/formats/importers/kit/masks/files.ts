import { err, ok, type Result } from '#common/result'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/datasets/ports'
import { type PngPixels, readPng } from '../../../kit/png/reader.ts'
import type { Pause } from '../pauses.ts'
import { MAX_TEXT_BYTES } from '../texts.ts'

/** The pixels of a mask that is a PNG. */
export async function readMask(
  dataset: DatasetFiles,
  file: DatasetFile,
  pause: Pause,
): Promise<Result<PngPixels, DatasetProblem>> {
  const { path } = file
  const bytes = await bytesOf(dataset, file)
  if (bytes === undefined)
    return err({ path, reason: 'The mask has more than 64 MiB, which is the most that is read.' })
  const png = await readPng(bytes, pause)
  return png.ok ? ok(png.value) : err({ path, reason: `The PNG ${png.error}.` })
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
