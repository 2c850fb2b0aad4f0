import { setImmediate } from 'node:timers/promises'
import { err, ok, type Result } from '#common/result'
import { dropHead, EMPTY, MAX_HEAD, NOT_BASE64 } from './base64.ts'

/** Bytes of text that are decoded without a pause. */
const PIECE = 1024 * 1024
const WITHOUT_PADDING = /^[A-Za-z0-9+/_-]*$/
const LETTERS = /^[A-Za-z0-9+/_-]*=*$/

/** The same as `decodeBase64` of long text that has just arrived as bytes: between its pieces others have their turn. */
export async function decodeArrived(bytes: Buffer): Promise<Result<Buffer, string>> {
  const head = bytes.toString('latin1', 0, MAX_HEAD)
  const start = head.length - dropHead(head).length
  const whole = Buffer.allocUnsafe(Math.ceil(((bytes.length - start) * 3) / 4))
  let [rest, written] = ['', 0]
  for (let at = start; at < bytes.length; at += PIECE) {
    const text = rest + bytes.toString('latin1', at, at + PIECE).replace(/\s+/g, '')
    const ready = text.length - (text.length % 4)
    // Four letters are held back with the rest: padding ends the text, and more of it may follow.
    const end = Math.max(0, ready - 4)
    if (!WITHOUT_PADDING.test(text.slice(0, end))) return err(NOT_BASE64)
    written += whole.write(text.slice(0, end), written, 'base64')
    rest = text.slice(end)
    await setImmediate()
  }
  if (!LETTERS.test(rest)) return err(NOT_BASE64)
  written += whole.write(rest, written, 'base64')
  return written === 0 ? err(EMPTY) : ok(whole.subarray(0, written))
}
