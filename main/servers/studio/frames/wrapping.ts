const HEAD = /^\{"i":"1","p":\{(?:"s":(\d{3}),)?"b":/
const HEAD_BYTES = 60
/** The braces that close `p` and the frame. */
const TAIL_BYTES = 2

/** A call as pages send it over their lines, around a body that came over HTTP. */
export function toFrame(path: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`{"i":"1","p":{"u":"/${path}","b":`), body, Buffer.from('}}')])
}

/** The answer inside a frame. Throws for a frame that is no answer to one of `toFrame`. */
export function fromFrame(frame: Uint8Array): { readonly status: number; readonly body: Buffer } {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  const head = HEAD.exec(bytes.toString('latin1', 0, HEAD_BYTES))
  if (head === null) throw new Error('An answer of a thread has another form than those of calls')
  return { status: Number(head[1] ?? 200), body: bytes.subarray(head[0].length, bytes.length - TAIL_BYTES) }
}
