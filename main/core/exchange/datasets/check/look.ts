import { type Refusal, refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { BlobHash } from '#common/ids'
import { err, type Result } from '#common/result'
import { inLanes } from '../../../tasks/lanes.ts'
import { maxFileBytes } from '../limits.ts'
import { type DatasetFile, DatasetFileError, type DatasetFiles, oneChunk } from '../ports.ts'
import type { Glance, ImageGlancer, KnownImage } from '../staging-ports.ts'

interface Looking {
  readonly files: DatasetFiles
  readonly images: readonly DatasetFile[]
  readonly known: readonly KnownImage[]
  readonly glancer: ImageGlancer
  /** Results of an earlier look, by path; filled by this one. */
  readonly glances: Glances
  /** Images looked at at the same time. */
  readonly inFlight: number
  /** Called after each image; may throw to end the looking. */
  readonly step: () => void
}

/** An image of a dataset after a look at it. */
export interface LookedAt {
  readonly file: DatasetFile
  readonly frame: Result<Size, Refusal>
  /** The image of the project with the same bytes. */
  readonly there: KnownImage | undefined
  /** Another file of the dataset, before this one, has the same bytes. */
  readonly isRepeated: boolean
  /** The first file with these bytes, where it is another. */
  readonly first: string | undefined
  bytes?(): AsyncIterable<Uint8Array>
}

export interface Looked {
  readonly images: readonly LookedAt[]
  /** Looks at one more, which lies inside a label file. */
  inside(path: string, bytes: Uint8Array): Promise<LookedAt>
}

/** Size and identity of each of these images. */
export async function lookAtImages(looking: Looking): Promise<Looked> {
  const { files, images, known, glancer, glances, inFlight, step } = looking
  const byContent = new Map(known.map((image) => [image.blob, image]))
  await inLanes(images, inFlight, async (file) => {
    if (!glances.has(file.path)) glances.set(file.path, await glanceAt(file, { files, glancer }))
    step()
  })
  const seen = new Map<BlobHash, string>()

  function lookedAt(file: DatasetFile, { hash, frame }: SomeGlance): LookedAt {
    const first = hash && seen.get(hash)
    if (hash !== undefined && first === undefined) seen.set(hash, file.path)
    const there = hash && byContent.get(hash)
    return { file, frame, there, isRepeated: first !== undefined, first, bytes: () => files.read(file) }
  }

  return {
    images: images.map((file) => lookedAt(file, glances.get(file.path) ?? damaged(refusal('file-not-checked')))),
    async inside(path, bytes) {
      const looked = lookedAt({ path, bytes: bytes.byteLength }, await lookWell(glancer, () => oneChunk(bytes)))
      return { ...looked, bytes: () => oneChunk(bytes) }
    },
  }
}

/** Looks at the images of one dataset, by path. */
export type Glances = Map<string, SomeGlance>

type SomeGlance = Pick<Glance, 'frame'> & { readonly hash: BlobHash | undefined }

async function glanceAt(
  file: DatasetFile,
  { files, glancer }: Pick<Looking, 'files' | 'glancer'>,
): Promise<SomeGlance> {
  if (file.bytes > maxFileBytes(file.path))
    return damaged(refusal('packed-file-too-large', { most: maxFileBytes(file.path) }))
  try {
    return await lookWell(glancer, () => files.read(file))
  } catch (failure) {
    if (failure instanceof DatasetFileError) return damaged(refusal('packed-image-refused', {}, failure.refusal))
    throw failure
  }
}

function damaged(fault: Refusal): SomeGlance {
  return { hash: undefined, frame: err(fault) }
}

/** Decodes an image only where its end seems to be missing. */
async function lookWell(glancer: ImageGlancer, bytes: () => AsyncIterable<Uint8Array>): Promise<SomeGlance> {
  const { hash, frame, seemsCut } = await glancer.glance(bytes())
  const fault = seemsCut ? await glancer.fault(bytes()) : undefined
  return { hash, frame: fault ? err(fault) : frame }
}
