import { setImmediate } from 'node:timers/promises'
import { ok, type Result } from '#common/result'
import { bytesIn, decodeBase64, dropHead, MAX_HEAD } from './base64.ts'

/** What is decoded without a pause; a multiple of four. */
const PIECE = 4 * 1024 * 1024

/**
 * The same as `decodeBase64` of text that has just arrived as bytes: long text is decoded piece by piece, between which others have their
 * turn. Text with white space in it, or that is not base64, is left to `decodeBase64`.
 */
export async function decodeArrived(bytes: Buffer): Promise<Result<Buffer, string>> {
  const head = bytes.toString('latin1', 0, MAX_HEAD)
  const start = head.length - dropHead(head).length
  const whole = Buffer.allocUnsafe(Math.ceil(((bytes.length - start) * 3) / 4))
  let written = 0
  for (let at = start; at < bytes.length; at += PIECE) {
    const text = bytes.toString('latin1', at, at + PIECE)
    const count = whole.write(text, written, 'base64')
    const isLast = at + PIECE >= bytes.length
    if (!isLast && count !== (PIECE / 4) * 3) return decodeBase64(bytes.toString('latin1'))
    if (isLast && count !== bytesIn(text)) return decodeBase64(bytes.toString('latin1'))
    written += count
    await setImmediate()
  }
  return written === 0 ? decodeBase64('') : ok(whole.subarray(0, written))
}
