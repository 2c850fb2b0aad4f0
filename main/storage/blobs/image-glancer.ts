import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { brand } from '#common/border'
import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { BlobHash } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ProbeRefusal } from '#core/dataset/images/ports'
import { emptyImage, probeRefusal } from '#core/dataset/images/rules'
import type { ImageGlancer } from '#core/exchange/datasets/staging-ports'
import { ImageRefusedError } from '#decoding/refused'
import { readSmall } from './probe.ts'
import { imageEnd } from './structure/image-end.ts'
import { openTaken } from './taken.ts'

/** The header of nearly every image ends before this; where it does not, all of the file is asked. */
const HEAD_BYTES = 256 * 1024
/** So much of a file is kept while its header is looked for. */
const MAX_HEAD_BYTES = 64 * 1024 * 1024
const SMALL_SIDE = 640

/** Looks at images by their headers. */
export function imageGlancer(maxPixels: number): ImageGlancer {
  return {
    async glance(bytes) {
      const hasher = createHash('sha256')
      let chunks: Uint8Array[] = []
      let held = 0
      let frame: Result<Size, Refusal> | undefined
      let head: Buffer = Buffer.alloc(0)
      const end = imageEnd()
      for await (const chunk of bytes) {
        hasher.update(chunk)
        end.add(chunk)
        if (frame !== undefined) continue
        chunks.push(chunk)
        held += chunk.byteLength
        if (held > MAX_HEAD_BYTES) {
          frame = refusal({ kind: 'broken', fault: message('image-header-too-far') })
          chunks = []
        }
        if (held < HEAD_BYTES || held - chunk.byteLength >= HEAD_BYTES) continue
        head = joined(chunks)
        frame = await headerOf(head, maxPixels)
        if (frame !== undefined) chunks = []
      }
      if (frame === undefined) head = joined(chunks)
      frame ??= await wholeHeader(head, maxPixels)
      return { hash: brand<BlobHash>(hasher.digest('hex')), frame, seemsCut: frame.ok && end.seemsCut(head) }
    },
    fault: async (bytes) => decodingFault(await buffer(bytes), maxPixels),
    async small(bytes) {
      const whole = await buffer(bytes)
      try {
        const taken = await openTaken(whole, maxPixels)
        if (!taken.ok) return undefined
        return await taken.value.decode((open) => {
          const upright = open().autoOrient().flatten({ background: '#808080' })
          const sized = upright.resize(SMALL_SIDE, SMALL_SIDE, { fit: 'inside', withoutEnlargement: true })
          return sized.toColourspace('srgb').jpeg({ quality: 85 }).toBuffer()
        })
      } catch {
        return undefined
      }
    },
  }
}

/** The header in all the bytes that there are, or why there is none, as the import says it. */
async function wholeHeader(bytes: Buffer, maxPixels: number): Promise<Result<Size, Refusal>> {
  if (bytes.byteLength === 0) return emptyImage()
  const taken = await openTaken(bytes, maxPixels)
  return taken.ok ? ok(taken.value.header.displayed) : refusal(taken.error)
}

/** As the import decodes it. */
async function decodingFault(bytes: Buffer, maxPixels: number): Promise<Refusal | undefined> {
  try {
    const taken = await openTaken(bytes, maxPixels)
    if (!taken.ok) return probeRefusal(taken.error).error
    await readSmall(taken.value)
    return undefined
  } catch (failure) {
    if (failure instanceof ImageRefusedError) return probeRefusal(failure.refusal).error
    throw failure
  }
}

/** One chunk, which most images are, is not copied. */
function joined(chunks: readonly Uint8Array[]): Buffer {
  const [only, ...others] = chunks
  if (only === undefined || others.length > 0) return Buffer.concat(chunks)
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
}

/** The size, or undefined where the bytes are not enough, or of no image. */
async function headerOf(bytes: Buffer, maxPixels: number): Promise<Result<Size, Refusal> | undefined> {
  const taken = await openTaken(bytes, maxPixels)
  if (taken.ok) return ok(taken.value.header.displayed)
  const isUnclear =
    taken.error.kind === 'broken' || (taken.error.kind === 'unsupported' && taken.error.detail === 'unknown')
  return isUnclear ? undefined : refusal(taken.error)
}

function refusal(reason: ProbeRefusal): Result<Size, Refusal> {
  return probeRefusal(reason)
}
