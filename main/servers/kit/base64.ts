import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'

/** No head of a data URL is longer than this. */
export const MAX_HEAD = 256

const LETTERS = /^[A-Za-z0-9+/_-]*=*$/
const PADDING = /^=*$/

export function dropHead(text: string): string {
  const head = /^\s*data:[^,]{0,200};base64,/i.exec(text.slice(0, MAX_HEAD))?.[0]
  return head === undefined ? text : text.slice(head.length)
}

/** Cuts base64 text in either alphabet, as it arrives piece by piece, where bytes are whole. White space is dropped. */
export function base64Letters() {
  let rest = ''
  let isPadded = false
  return {
    /** The letters that can be decoded by now; undefined where the piece is not base64. */
    add(piece: string): string | undefined {
      const letters = rest + piece.replace(/\s+/g, '')
      // Padding ends the text: only more of it may follow.
      if (!(isPadded ? PADDING : LETTERS).test(letters)) return undefined
      isPadded ||= letters.endsWith('=')
      const ready = isPadded ? letters.length : letters.length - (letters.length % 4)
      rest = letters.slice(ready)
      return letters.slice(0, ready)
    },
    /** The letters of a text that ends without its padding. */
    end: () => rest,
  }
}

/**
 * Decodes base64 text in either alphabet, with or without the head of a data URL; white space is dropped. The error is the cause
 * of a refusal. The text is walked once: only where the number of bytes is not the expected one is it looked at again.
 */
export function decodeBase64(text: string): Result<Buffer, Message> {
  const plain = dropHead(text)
  const bytes = Buffer.from(plain, 'base64')
  const letters = lettersIn(plain)
  // Four letters hold three bytes: a single one behind them is a fault, or something else stands among them.
  const isWhole = letters % 4 !== 1 && bytes.length === Math.floor((letters * 3) / 4)
  if (isWhole) return bytes.length === 0 ? err(EMPTY) : ok(bytes)
  const packed = withoutSpace(plain)
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(packed)) return err(NOT_BASE64)
  return bytes.length === 0 ? err(EMPTY) : ok(Buffer.from(packed, 'base64'))
}

/** Letter by letter as bytes: cutting text at millions of spaces takes seconds and gigabytes. Other letters than those of ASCII stay. */
function withoutSpace(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  let end = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (isSpace(byte)) continue
    bytes[end] = byte
    end += 1
  }
  return bytes.toString('utf8', 0, end)
}

/** Space, tab, line feed, vertical tab, form feed and carriage return. */
function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13)
}

export const EMPTY = message('input-image-empty')
export const NOT_BASE64 = message('input-not-base64')

/** The letters before the padding, when none of them is white space. */
function lettersIn(text: string): number {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end -= 1
  return end
}
