const encoder = new TextEncoder()
/** A mark of byte order is a character like others: names are compared as they are written. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Reads any bytes: what is no UTF-8 becomes the replacement character. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
