import { randomBytes } from 'node:crypto'

/** Asking the system for a few bytes costs as much as asking for a thousand. */
const DRAWN_BYTES = 4096
let drawn = Buffer.alloc(0)

/** Each byte is handed out once. */
function draw(bytes: number): Buffer {
  if (drawn.length < bytes) drawn = randomBytes(Math.max(bytes, DRAWN_BYTES))
  const taken = drawn.subarray(0, bytes)
  drawn = drawn.subarray(bytes)
  return taken
}

export function freshHex(bytes: number): string {
  return draw(bytes).toString('hex')
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 letters and digits: 119 random bits. */
export function freshId(): string {
  let id = ''
  while (id.length < 20) {
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first letters.
    for (const byte of draw(24)) if (byte < 248 && id.length < 20) id += LETTERS[byte % 62] ?? ''
  }
  return id
}
