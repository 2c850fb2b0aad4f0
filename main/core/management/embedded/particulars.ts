import { z } from 'zod'
import { type Refusal, refusal, refuse } from '#common/errors'
import type { BatchId } from '#common/ids'
import { reasonOf } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import { Split } from '#common/split'
import { isPlainName, shorten } from '#common/text'
import { MAX_BATCH_NAME } from '../../annotation/jobs/rules.ts'
import type { ImageOrigin } from '../../dataset/images/ports.ts'
import type { ImageParticulars } from '../../dataset/images/take-in.ts'
import { isIdle, readTagging } from '../../dataset/tagging/rules.ts'
import type { ImageAbout } from '../images.ts'

/** The batch of images that come without one. */
const DEFAULT_BATCH = 'Sent by programs'
const MAX_INFERENCE_ID = 200
/** The length of a sequence whose sender tells only the place in it (wire reference §3.6). */
const DEFAULT_SEQUENCE_SIZE = 100_000

/** Checks what a caller tells of an image; the sentence of a refusal names the field. */
export function readParticulars(
  about: ImageAbout,
  batchNamed: (name: string) => Promise<BatchId>,
): Result<ImageParticulars, Refusal> {
  const split = Split.safeParse(about.split ?? 'train')
  if (!split.success) return refuse('split-unknown', { split: shorten(about.split ?? '') })
  const batchName = about.batch?.trim() || DEFAULT_BATCH
  if (batchName.length > MAX_BATCH_NAME) return refuse('image-batch-name-too-long', { most: MAX_BATCH_NAME })
  if (![batchName, about.name].every(isPlainName)) return refuse('image-name-not-plain')
  const tagging = readTaggingOf(about)
  if (!tagging.ok) return tagging
  const origin = readOrigin(about)
  if (!origin.ok) return origin
  const known = { path: about.name, split: split.data, ...tagging.value, origin: origin.value }
  return ok({ ...known, batch: () => batchNamed(batchName) })
}

/** Nothing where the image is neither tagged nor described. */
function readTaggingOf({ tags, metadata }: ImageAbout): Result<Pick<ImageParticulars, 'tagging'>, Refusal> {
  const named = readMetadataText(metadata)
  if (!named.ok) return named
  const tagging = readTagging({ addTags: tags, metadata: named.value })
  if (!tagging.ok) return tagging
  return ok(isIdle(tagging.value) ? {} : { tagging: tagging.value })
}

const Named = z.record(z.string(), z.unknown())

function readMetadataText(text = ''): Result<Readonly<Record<string, unknown>>, Refusal> {
  if (text.trim() === '') return ok({})
  try {
    const parsed = Named.safeParse(JSON.parse(text))
    if (parsed.success) return ok(parsed.data)
  } catch {
    // Told below, like JSON that is no object.
  }
  return refuse('metadata-not-object', { text: shorten(text) })
}

function readOrigin(about: ImageAbout): Result<ImageOrigin, Refusal> {
  const sequence = readSequence(about)
  if (!sequence.ok) return sequence
  const inferenceId = about.inferenceId?.trim() ?? ''
  if (inferenceId.length > MAX_INFERENCE_ID) {
    return refuse('inference-id-too-long', { length: inferenceId.length, most: MAX_INFERENCE_ID })
  }
  return ok({ ...sequence.value, ...(inferenceId !== '' && { inferenceId }) })
}

function readSequence(about: ImageAbout): Result<Pick<ImageOrigin, 'sequence'>, Refusal> {
  const number = readCount('sequence_number', about.sequenceNumber, 0)
  if (!number.ok) return number
  const size = readCount('sequence_size', about.sequenceSize, 1)
  if (!size.ok) return size
  // A length without a place in it says nothing.
  if (number.value === undefined) return ok({})
  return ok({ sequence: { number: number.value, size: size.value ?? DEFAULT_SEQUENCE_SIZE } })
}

function readCount(name: string, text: string | undefined, least: number): Result<number | undefined, Refusal> {
  if (text === undefined || text.trim() === '') return ok(undefined)
  const count = /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN
  if (count >= least) return ok(count)
  return refuse('whole-number-malformed', { name, least, text: shorten(text) })
}

/** A sentence about a file of an import does not name it; a single answer must. */
export function named(name: string, refused: Refusal): Refusal {
  return reasonOf(refused).startsWith('image-') && name !== ''
    ? refusal('about-file', { file: shorten(name) }, refused)
    : refused
}
