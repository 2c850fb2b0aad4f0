import { randomUUID } from 'node:crypto'
import type { ImageAbout } from '#core/management/images'
import type { ImageUpload } from '#core/management/ports'

/**
 * An image as a multipart form, streamed: the file first, then what is known once it has gone through. Names travel as field
 * values, where no character of theirs can end a header.
 */
export function imageForm({ bytes, about }: ImageUpload): { type: string; body: AsyncIterable<Uint8Array> } {
  const boundary = `tessera-${randomUUID()}`
  return { type: `multipart/form-data; boundary=${boundary}`, body: parts() }

  async function* parts() {
    yield text(`--${boundary}\r\n${FILE_HEAD}\r\n\r\n`)
    yield* bytes
    for (const [field, value] of wordsOf(about())) {
      yield text(`\r\n--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}`)
    }
    yield text(`\r\n--${boundary}--\r\n`)
  }
}

/** Fields of an image with their values, in the names of the API. */
export function wordsOf({ tags = [], sequenceNumber, sequenceSize, inferenceId, ...rest }: ImageAbout) {
  const { name, split, batch, metadata } = rest
  const single = {
    name,
    split,
    batch,
    metadata,
    sequence_number: sequenceNumber,
    sequence_size: sequenceSize,
    inference_id: inferenceId,
  }
  const words = Object.entries(single).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  )
  return [...words, ...tags.map((tag) => ['tag', tag] as const)]
}

const FILE_HEAD =
  'content-disposition: form-data; name="file"; filename="image"\r\ncontent-type: application/octet-stream'

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value)
}
