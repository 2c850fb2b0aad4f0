import { stat } from 'node:fs/promises'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import { checkArchive, checkDatasetSize, MAX_DATASET_FILES } from '#core/exchange/datasets/limits'
import type { DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { zipFiles } from '#core/exchange/datasets/zip-files'
import { openZip } from '#decoding/zip'

/** A ZIP file read in place as a dataset; an unsound one is refused as a whole. */
export async function zipDataset(
  path: string,
  { name, refused }: { readonly name: string; readonly refused: readonly DatasetProblem[] },
): Promise<Result<DatasetFiles, Refusal>> {
  const opened = await openZip(path, { maxEntries: MAX_DATASET_FILES, name })
  if (!opened.ok) return opened
  const dataset = zipFiles(opened.value, refused)
  const size = await checkSizes(path, dataset)
  if (size.ok) return ok(dataset)
  await dataset.close()
  return size
}

/** The sizes are those that the directory states; reading an entry fails where there is more. */
async function checkSizes(path: string, { files }: DatasetFiles): Promise<Result<undefined, Refusal>> {
  const unpacked = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const size = checkDatasetSize(files.length, unpacked)
  return size.ok ? checkArchive({ packed: (await stat(path)).size, unpacked }) : size
}
