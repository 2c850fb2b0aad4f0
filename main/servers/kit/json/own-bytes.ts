/** Bytes whose memory belongs to nobody else, so that it can be given to a thread. */
export function ownBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === byteLength)
    return new Uint8Array(buffer)
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength))
}
