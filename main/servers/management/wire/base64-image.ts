import { setImmediate as turn } from 'node:timers/promises'
import { refuse } from '#common/errors'
import { base64Letters } from '../../kit/base64.ts'
import { answer } from '../../kit/refused-request.ts'

/** Letters that are decoded in one turn of the loop: about a millisecond. */
const PIECE = 1024 * 1024

/** The bytes of an image in base64 (also its variant for addresses), bare or as a data URL. Refuses text that is not base64. */
export async function readBase64Image(text: string, field: string): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  const letters = base64Letters()
  for (let at = headOf(text); at < text.length; at += PIECE) {
    if (at > PIECE) await turn()
    const ready = letters.add(text.slice(at, at + PIECE))
    if (ready === undefined) return notBase64(field)
    pieces.push(Buffer.from(ready, 'base64'))
  }
  pieces.push(Buffer.from(letters.end(), 'base64'))
  const bytes = Buffer.concat(pieces)
  return bytes.length === 0 ? notBase64(field) : bytes
}

function headOf(text: string): number {
  return /^data:[^,]*,/.exec(text)?.[0].length ?? 0
}

function notBase64(field: string): never {
  return answer(refuse('image-unreadable', `${field} is not base64 text`))
}
