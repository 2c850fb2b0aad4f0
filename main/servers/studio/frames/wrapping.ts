const HEAD = /^\{"i":"1","p":\{(?:"s":(\d{3}),)?"b":/
const HEAD_BYTES = 60
/** The braces that close `p` and the frame. */
const TAIL_BYTES = 2

/**
 * A call as pages send it over their lines, around a body that came over HTTP; undefined for a body that is not one object. Anything else
 * could end the object that it is put into, and go on as another message.
 */
export function toFrame(path: string, body: Uint8Array): Buffer | undefined {
  if (!isOneObject(body)) return undefined
  return Buffer.concat([Buffer.from(`{"i":"1","p":{"u":"/${path}","b":`), body, Buffer.from('}}')])
}

/** The answer inside a frame. Throws for a frame that is no answer to one of `toFrame`. */
export function fromFrame(frame: Uint8Array): { readonly status: number; readonly body: Buffer } {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  const head = HEAD.exec(bytes.toString('latin1', 0, HEAD_BYTES))
  if (head === null) throw new Error('An answer of a thread has another form than those of calls')
  return { status: Number(head[1] ?? 200), body: bytes.subarray(head[0].length, bytes.length - TAIL_BYTES) }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Whether the braces and brackets of a text open with its first byte and all close with its last one, and not before. */
function isOneObject(text: Uint8Array): boolean {
  if (text[0] !== OPEN_OBJECT || text.at(-1) !== CLOSE_OBJECT) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (byte === QUOTE) at = endOfString(text, at)
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1
      if (depth === 0) return at === text.length - 1
    }
  }
  return false
}

/** Where a string ends that begins at a quote; the end of the text where it does not. */
function endOfString(text: Uint8Array, from: number): number {
  let at = text.indexOf(QUOTE, from + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf(QUOTE, at + 1)
  return at === -1 ? text.length : at
}

function isEscaped(text: Uint8Array, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === BACKSLASH) slashes += 1
  return slashes % 2 === 1
}
