import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { BatchId, ImageId, TaskId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { Clock, Notes, Random } from '../../ports.ts'
import type { Line, Turn } from '../../tasks/line.ts'
import type { Project } from '../projects/ports.ts'
import type {
  BlobStore,
  CanWait,
  ImageOrigin,
  ImageReader,
  ImageRepository,
  Probed,
  ProbedImage,
  ReceivedBlob,
  StoredImage,
} from './ports.ts'
import { emptyImage, MAX_IMAGE_BYTES, probeRefusal, readFileName } from './rules.ts'
import type { Tagging } from './tagging.ts'

export interface ImageDependencies {
  readonly images: ImageRepository
  readonly blobs: BlobStore
  readonly imageFiles: ImageReader
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  /** The images that look most like one of the project, the likest first, by their places. */
  readonly alike: (project: Project, image: StoredImage) => Promise<readonly number[]>
}

export interface NewImage {
  /** Name or relative path it came under; only the last part is kept. */
  readonly path: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly batch: BatchId
  readonly split: Split
  readonly line?: Line
}

/** An image that is now in the project: new, with the size at which it is displayed, or there already with the same bytes under `duplicateOf`. */
export interface AddedImage {
  readonly id: ImageId
  readonly duplicateOf: string | undefined
  /** Its file was damaged or missing, and is repaired. */
  readonly isRepaired?: boolean
  readonly added?: Pick<StoredImage, 'name' | 'width' | 'height'>
}

/** An image whose particulars are known only when all its bytes have arrived: a form may name the split after the file. */
export interface StreamedImage {
  readonly bytes: AsyncIterable<Uint8Array>
  /** A file on this machine with these bytes, which `BlobStore.adopt` takes. */
  readonly place?: string | undefined
  readonly about: () => Result<ImageParticulars, Refusal>
  /** Images that are taken in side by side come into the project in the order in which they stand in their line. */
  readonly line?: Line | undefined
}

export interface ImageParticulars extends Pick<NewImage, 'path' | 'split'> {
  /** Asked for when the image has proved sound, so that refused ones leave no empty batch. */
  readonly batch: () => Promise<BatchId>
  /** Made also on an image that is there already with the same bytes. */
  readonly tagging?: Tagging
  readonly origin?: ImageOrigin
  /** The import that brings it. */
  readonly task?: TaskId
  readonly canWait?: CanWait
}

export async function takeIn(
  dependencies: ImageDependencies,
  project: Project,
  { path, bytes, batch, split, line }: NewImage,
): Promise<Result<AddedImage, Refusal>> {
  const name = readFileName(path)
  if (!name.ok) return name
  return takeInStreamed(dependencies, project, {
    bytes,
    line,
    about: () => ok({ path, split, batch: async () => batch }),
  })
}

/**
 * Takes an image in. The order makes it whole or absent at every moment: bytes on disk under a temporary name, decoded once in
 * full, given their lasting name, and only then named by a row.
 */
export async function takeInStreamed(
  dependencies: ImageDependencies,
  project: Project,
  { line, ...image }: StreamedImage,
): Promise<Result<AddedImage, Refusal>> {
  const turn = line?.()
  try {
    return await takeInTurn(dependencies, project, { ...image, turn })
  } finally {
    turn?.leave()
  }
}

interface InTurn extends Omit<StreamedImage, 'line'> {
  readonly turn: Turn | undefined
}

async function takeInTurn(
  dependencies: ImageDependencies,
  project: Project,
  { bytes, place, about, turn }: InTurn,
): Promise<Result<AddedImage, Refusal>> {
  const received = await receive(dependencies.blobs, { bytes, place })
  if (!received.ok) return received
  const blob = received.value
  const known = named(about())
  if (!known.ok) {
    await blob.discard()
    return known
  }
  const there = await dependencies.images.findByContent(project.id, blob.hash)
  if (there) {
    const isRepaired = await mend(dependencies, project, blob)
    if (known.value.tagging) await dependencies.images.tag(there.id, known.value.tagging)
    return ok({ id: there.id, duplicateOf: there.name, ...(isRepaired && { isRepaired }) })
  }
  const probed = await probeOrDiscard(dependencies.imageFiles, blob)
  if (!probed.ok) return probeRefusal(probed.error)
  return keepImage(dependencies, project, { ...known.value, blob, turn, probed: probed.value })
}

/** Whether the bytes of an image that is there already took the place of a damaged or missing file. */
async function mend({ imageFiles, notes }: ImageDependencies, project: Project, blob: ReceivedBlob): Promise<boolean> {
  if (!(await blob.mend())) return false
  await imageFiles.renew(blob.hash)
  notes.publish({ kind: 'images', project: project.slug })
  return true
}

function named(about: Result<ImageParticulars, Refusal>): Result<ImageParticulars & { name: string }, Refusal> {
  if (!about.ok) return about
  const name = readFileName(about.value.path)
  return name.ok ? ok({ ...about.value, name: name.value }) : name
}

/** Decodes the image; what is refused or cannot be decoded leaves nothing behind. */
async function probeOrDiscard(imageFiles: ImageReader, blob: ReceivedBlob): Promise<Probed> {
  let isSound = false
  try {
    const probed = await imageFiles.probe(blob.path, blob.hash, blob.content)
    isSound = probed.ok
    return probed
  } finally {
    if (!isSound) await blob.discard()
  }
}

interface Sound extends ImageParticulars {
  readonly name: string
  readonly blob: ReceivedBlob
  readonly turn: Turn | undefined
  readonly probed: ProbedImage
}

async function keepImage(
  { images, clock, random, notes }: ImageDependencies,
  project: Project,
  { name, batch, split, tagging, origin, task, canWait, blob, turn, probed }: Sound,
): Promise<Result<AddedImage, Refusal>> {
  const batchId = await batch()
  await blob.keep()
  const id = brand<ImageId>(random.id())
  const { hash, bytes } = blob
  await turn?.come()
  const row = { id, projectId: project.id, batchId, name, blob: hash, bytes, split, addedAt: clock.now() }
  const adding = images.add({ ...row, tagging, origin, task, canWait, image: probed })
  // Rows are written in the order in which they are asked for; those that wait together share one commit.
  turn?.leave()
  const { duplicateOf } = await adding
  if (duplicateOf) return ok({ id: duplicateOf.id, duplicateOf: duplicateOf.name })
  notes.publish({ kind: 'images', project: project.slug, image: id })
  const { width, height } = probed
  return ok({ id, duplicateOf: undefined, added: { name, width, height } })
}

async function receive(
  blobs: BlobStore,
  { bytes, place }: Pick<StreamedImage, 'bytes' | 'place'>,
): Promise<Result<ReceivedBlob, Refusal>> {
  try {
    const adopted = place === undefined ? undefined : await blobs.adopt(place, MAX_IMAGE_BYTES)
    const received = adopted ?? (await blobs.receive(bytes, MAX_IMAGE_BYTES))
    if (received.bytes > 0) return ok(received)
    await received.discard()
    return emptyImage()
  } catch (failure) {
    if (!isTooLarge(failure)) throw failure
    return refuse('file-too-large', { most: MAX_IMAGE_BYTES })
  }
}

function isTooLarge(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'blob-too-large'
}
