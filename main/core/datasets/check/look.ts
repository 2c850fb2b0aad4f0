import { refuse } from '#common/errors'
import type { BlobHash } from '#common/ids'
import { inLanes } from '../../tasks/lanes.ts'
import { maxFileBytes, tooLargeSentence } from '../limits.ts'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '../ports.ts'
import type { Glance, KnownPicture, PictureGlancer } from '../staging-ports.ts'
import type { LookedAt } from './plan.ts'

interface Looking {
  readonly files: DatasetFiles
  readonly pictures: readonly DatasetFile[]
  readonly known: readonly KnownPicture[]
  readonly glancer: PictureGlancer
  /** What an earlier look told, by path; filled by this one. */
  readonly glances: Glances
  /** Pictures looked at at the same time. */
  readonly inFlight: number
  /** Called after each picture; may throw to end the looking. */
  readonly step: () => void
}

/** Size and identity of each of these pictures. */
export async function lookAtPictures(looking: Looking): Promise<LookedAt[]> {
  const { files, pictures, known, glancer, glances, inFlight, step } = looking
  const byContent = new Map(known.map((picture) => [picture.blob, picture]))
  await inLanes(pictures, inFlight, async (file) => {
    if (!glances.has(file.path)) glances.set(file.path, await glanceAt(file, { files, glancer }))
    step()
  })
  const seen = new Set<BlobHash>()
  return pictures.map((file) => {
    const { hash, frame } = glances.get(file.path) ?? damaged('It was not looked at')
    const isRepeated = hash !== undefined && seen.has(hash)
    if (hash !== undefined) seen.add(hash)
    return { file, frame, there: hash && byContent.get(hash), isRepeated }
  })
}

/** Looks at the pictures of one data set, by path. */
export type Glances = Map<string, SomeGlance>

type SomeGlance = Pick<Glance, 'frame'> & { readonly hash: BlobHash | undefined }

async function glanceAt(
  file: DatasetFile,
  { files, glancer }: Pick<Looking, 'files' | 'glancer'>,
): Promise<SomeGlance> {
  if (file.bytes > maxFileBytes(file.path)) return damaged(tooLargeSentence(file.path))
  try {
    return await glancer.glance(files.read(file))
  } catch (failure) {
    if (failure instanceof DatasetFileError) return damaged(failure.message)
    throw failure
  }
}

function damaged(reason: string): SomeGlance {
  return { hash: undefined, frame: refuse('image-unreadable', reason) }
}
