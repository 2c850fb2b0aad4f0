import { refuse } from '#common/errors'
import { base64Letters, dropHead, MAX_HEAD } from '../../kit/base64.ts'
import { RefusedRequest } from '../../kit/refused-request.ts'

/**
 * Decodes base64 text as it arrives, in either alphabet. White space and a data URL's head are dropped; percent signs of a form
 * are resolved.
 */
export async function* decodeBase64(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const letters = base64Letters()
  for await (const text of withoutHead(unescaped(source))) {
    const ready = letters.add(text)
    if (ready === undefined) throw new RefusedRequest(NOT_BASE64)
    if (ready !== '') yield Buffer.from(ready, 'base64')
  }
  const rest = letters.end()
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

const NOT_BASE64 = refuse('body-not-base64-image').error
