import { randomUUID } from 'node:crypto'
import type { PictureUpload } from '#core/management/ports'

/**
 * A picture as a multipart form, streamed: the file first, then what is known once it has gone through. Names travel as field
 * values, where no character of theirs can end a header.
 */
export function pictureForm({ bytes, about }: PictureUpload): { type: string; body: AsyncIterable<Uint8Array> } {
  const boundary = `tessera-${randomUUID()}`
  return { type: `multipart/form-data; boundary=${boundary}`, body: parts() }

  async function* parts() {
    yield text(`--${boundary}\r\n${FILE_HEAD}\r\n\r\n`)
    yield* bytes
    const { name, split, batch } = about()
    for (const [field, value] of Object.entries({ name, split, batch })) {
      if (value !== undefined)
        yield text(`\r\n--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}`)
    }
    yield text(`\r\n--${boundary}--\r\n`)
  }
}

const FILE_HEAD =
  'content-disposition: form-data; name="file"; filename="picture"\r\ncontent-type: application/octet-stream'

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value)
}
