import { refuse } from '#common/errors'
import { RefusedRequest } from '../../kit/refused-request.ts'

/** No head of a data URL is longer than this. */
const MAX_HEAD = 256

/**
 * Decodes base64 text as it arrives, in either alphabet. White space and a data URL's head are dropped; percent signs of a form
 * are resolved.
 */
export async function* decodeBase64(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = ''
  for await (const text of withoutHead(unescaped(source))) {
    const plain = rest + clean(text)
    const ready = plain.length - (plain.length % 4)
    rest = plain.slice(ready)
    if (ready > 0) yield Buffer.from(plain.slice(0, ready), 'base64')
  }
  if (rest !== '') yield Buffer.from(rest, 'base64')
}

async function* unescaped(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of source) {
    const text = rest + Buffer.from(chunk).toString('latin1')
    // An escape that the chunk cuts in two waits for its other half.
    rest = /%.?$/.exec(text)?.[0] ?? ''
    yield unescape(text.slice(0, text.length - rest.length))
  }
  yield unescape(rest)
}

function unescape(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The head may arrive in pieces, so the beginning is held back until it is long enough to judge. */
async function* withoutHead(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let start: string | undefined = ''
  for await (const text of texts) {
    if (start === undefined) yield text
    else if (start.length + text.length < MAX_HEAD) start += text
    else {
      yield dropHead(start + text)
      start = undefined
    }
  }
  if (start !== undefined) yield dropHead(start)
}

function dropHead(text: string): string {
  return text.replace(/^\s*data:[^,]{0,200};base64,/i, '')
}

function clean(text: string): string {
  const packed = text.replace(/\s+/g, '')
  if (/[^A-Za-z0-9+/=_-]/.test(packed)) throw new RefusedRequest(NOT_BASE64)
  return packed
}

const NOT_BASE64 = refuse(
  'request-invalid',
  'The body is not base64 text. Send the picture as multipart form data, in a field named "file", or as base64 text',
).error
