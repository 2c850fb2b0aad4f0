import { refuse } from '#common/errors'
import { RefusedRequest } from '../errors.ts'

/** Decodes base64 text as it arrives. White space and a data URL's head are dropped; percent signs of a form are resolved. */
export async function* decodeBase64(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = ''
  let isFirst = true
  for await (const chunk of source) {
    let text = rest + Buffer.from(chunk).toString('latin1')
    if (isFirst) text = text.replace(/^\s*data:[\w/+.-]*;base64,/, '')
    isFirst = false
    // An escape that the chunk cuts in two waits for its other half.
    const cut = /%.?$/.exec(text)?.[0] ?? ''
    const plain = clean(text.slice(0, text.length - cut.length))
    const ready = plain.length - (plain.length % 4)
    rest = plain.slice(ready) + cut
    if (ready > 0) yield Buffer.from(plain.slice(0, ready), 'base64')
  }
  const last = clean(rest)
  if (last !== '') yield Buffer.from(last, 'base64')
}

function clean(text: string): string {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const packed = plain.replace(/\s+/g, '')
  if (/[^A-Za-z0-9+/=_-]/.test(packed)) throw new RefusedRequest(NOT_BASE64)
  return packed
}

const NOT_BASE64 = refuse(
  'request-invalid',
  'The body is not base64 text. Send the picture as multipart form data, in a field named "file", or as base64 text',
).error
