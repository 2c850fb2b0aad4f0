import { type Refusal, refuse } from '#common/errors'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'

import { MAX_PACKED_IMAGE_BYTES } from '../../dataset/images/rules.ts'
import { growthFault } from '../archives/rules.ts'
import { isZipPath } from './places.ts'

const GIB = 1024 ** 3

/** Most files of one dataset, with folders and what is skipped. */
export const MAX_DATASET_FILES = 400_000
/** Most bytes of all its files together, unpacked. */
const MAX_DATASET_BYTES = 50 * GIB
/** Most bytes of a file with labels. */
const MAX_LABEL_BYTES = GIB

/** Most bytes that a file of this name may have. */
export function maxFileBytes(path: string): number {
  if (isImageName(path)) return MAX_PACKED_IMAGE_BYTES
  return isZipPath(path) || RECORDS.test(path) ? MAX_DATASET_BYTES : MAX_LABEL_BYTES
}

/** Files that images stand in, one behind the other. */
const RECORDS = /\.tfrecords?$/i

export function tooLarge(path: string): Message {
  return message('file-larger-than', { most: maxFileBytes(path) })
}

/** Whether a dataset of this many files and bytes is taken in at all. */
export function checkDatasetSize(files: number, bytes: number): Result<undefined, Refusal> {
  if (files > MAX_DATASET_FILES) return refuse('dataset-too-many-files', { count: files, most: MAX_DATASET_FILES })
  if (bytes <= MAX_DATASET_BYTES) return ok(undefined)
  return refuse('dataset-too-large', { gigabytes: Math.round(bytes / GIB), most: MAX_DATASET_BYTES / GIB })
}

/** Whether what an archive says of its size can be true of images and labels. */
export function checkArchive({ packed, unpacked }: { packed: number; unpacked: number }): Result<undefined, Refusal> {
  const times = growthFault({ packed, unpacked })
  if (times === undefined) return ok(undefined)
  return refuse('archive-unpacks-too-large', { gigabytes: unpacked / GIB, times })
}
