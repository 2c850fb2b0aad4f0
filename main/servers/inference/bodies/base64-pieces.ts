import { setImmediate } from 'node:timers/promises'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { base64Letters, dropHead, EMPTY, MAX_HEAD, NOT_BASE64 } from '../../kit/base64.ts'

/** Bytes of text that are decoded without a pause. */
const PIECE = 1024 * 1024

/** The same as `decodeBase64` of long text that has just arrived as bytes: between its pieces others have their turn. */
export async function decodeArrived(bytes: Buffer): Promise<Result<Buffer, Message>> {
  const head = bytes.toString('latin1', 0, MAX_HEAD)
  const start = head.length - dropHead(head).length
  const whole = Buffer.allocUnsafe(Math.ceil(((bytes.length - start) * 3) / 4))
  const letters = base64Letters()
  let written = 0
  for (let at = start; at < bytes.length; at += PIECE) {
    const ready = letters.add(bytes.toString('latin1', at, at + PIECE))
    if (ready === undefined) return err(NOT_BASE64)
    written += whole.write(ready, written, 'base64')
    await setImmediate()
  }
  written += whole.write(letters.end(), written, 'base64')
  return written === 0 ? err(EMPTY) : ok(whole.subarray(0, written))
}
