import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { MAX_DATASET_FILES } from '#core/exchange/datasets/limits'
import type { DatasetFiles } from '#core/exchange/datasets/ports'
import type { DatasetPlace } from '#core/exchange/datasets/reader-ports'
import { zipFiles } from '#core/exchange/datasets/zip-files'
import { openZip } from '#decoding/zip'
import { readStaged } from './staged-files.ts'

/** Opens the files of a dataset by the place that the staging or the inbox named. */
export async function openDatasetPlace(place: DatasetPlace): Promise<Result<DatasetFiles, Refusal>> {
  if (place.kind === 'staged') return readStaged(place.path)
  const opened = await openZip(place.path, {
    maxEntries: place.maxEntries ?? MAX_DATASET_FILES,
    name: message('name-of-upload'),
  })
  return opened.ok ? ok(zipFiles(opened.value)) : opened
}
