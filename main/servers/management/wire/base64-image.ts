import { setImmediate as turn } from 'node:timers/promises'
import { refuse } from '#common/errors'
import { answer } from '../../kit/refused-request.ts'

/** Letters that are decoded in one turn of the loop: about a millisecond. A multiple of four, so that each piece is whole bytes. */
const PIECE = 1024 * 1024

/** The bytes of an image in base64 (also its variant for addresses), bare or as a data URL. Refuses text that is not base64. */
export async function readBase64Image(text: string, field: string): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let rest = ''
  let isEnded = false
  for (let at = headOf(text); at < text.length; at += PIECE) {
    if (at > PIECE) await turn()
    const plain = rest + text.slice(at, at + PIECE).replace(/\s+/g, '')
    // Behind the padding nothing follows.
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(plain) || (isEnded && plain !== '')) return notBase64(field)
    isEnded ||= plain.endsWith('=')
    const ready = isEnded ? plain.length : plain.length - (plain.length % 4)
    rest = plain.slice(ready)
    pieces.push(Buffer.from(plain.slice(0, ready), 'base64'))
  }
  pieces.push(Buffer.from(rest, 'base64'))
  const bytes = Buffer.concat(pieces)
  return bytes.length === 0 ? notBase64(field) : bytes
}

function headOf(text: string): number {
  return /^data:[^,]*,/.exec(text)?.[0].length ?? 0
}

function notBase64(field: string): never {
  return answer(refuse('image-unreadable', `${field} is not base64 text`))
}
