import { err, ok, type Result } from '#common/result'
import { dropHead } from '../../kit/base64.ts'

/**
 * Decodes base64 text in either alphabet, with or without the head of a data URL; white space is dropped. The error is the cause, for
 * a sentence. The text is walked once: only where the number of bytes is not the expected one is it looked at again.
 */
export function decodeBase64(text: string): Result<Buffer, string> {
  const plain = dropHead(text)
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.length === bytesIn(plain)) return bytes.length === 0 ? err(EMPTY) : ok(bytes)
  const packed = plain.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(packed)) return err(NOT_BASE64)
  return bytes.length === 0 ? err(EMPTY) : ok(Buffer.from(packed, 'base64'))
}

export const EMPTY = 'it is empty'
export const NOT_BASE64 = 'it is not base64 text'

/** How many bytes so many characters of base64 hold, when none of them is white space. */
function bytesIn(text: string): number {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end -= 1
  return Math.floor((end * 3) / 4)
}
