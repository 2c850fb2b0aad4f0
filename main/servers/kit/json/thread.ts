import { isUtf8 } from 'node:buffer'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { JsonBounds } from '#common/json/bounds'
import { decodeBase64 } from '../base64.ts'
import { readAsked } from './border.ts'
import { joinBody } from './gather.ts'
import { heldIn } from './held-fields.ts'
import type { Replace } from './large-json.ts'
import { ownBytes } from './own-bytes.ts'
import { type HeldJson, MOST_TEXT, readJson } from './read-json.ts'
import { portWith } from './text-parts.ts'

/** The thread that reads large JSON bodies. */

const UNREAD: HeldJson = { kind: 'read', value: undefined }

parentPort?.on('message', (message: unknown) => {
  const { body, bounds, wanted } = readAsked(message)
  const bytes = joinBody(body)
  if (wanted.kind === 'text')
    return isUtf8(bytes) ? tellText(UNREAD, bytes.toString('utf8')) : tell({ kind: 'not-utf8' })
  if (wanted.kind === 'value') {
    return wanted.encoded.length === 0 ? tell(readJson(bytes, bounds)) : tellDecoded(bytes, bounds, wanted.encoded)
  }
  const read = readJson(bytes, bounds)
  if (read.kind === 'excess' || read.kind === 'not-utf8') return tell(read)
  const held = read.kind === 'read' ? heldIn(read.value, wanted.fields) : undefined
  if (held !== undefined) return tellText(held.read, held.text)
  return tellText(read.kind === 'read' ? UNREAD : read, bytes.toString('utf8'))
})

/** Decodes the long texts of some members; their memory is given away with the answer. */
function tellDecoded(body: Buffer, bounds: JsonBounds, encoded: readonly string[]): void {
  const decoded: ArrayBuffer[] = []
  let others = 0
  const replace: Replace = (member, text) => {
    if (!encoded.includes(member)) {
      others += text.length
      return text
    }
    const bytes = decodeBase64(text)
    const own = bytes.ok ? ownBytes(bytes.value) : new Uint8Array()
    decoded.push(own.buffer)
    return own
  }
  const read = readJson(body, bounds, replace)
  if (others > MOST_TEXT) tell({ kind: 'excess', of: 'text' })
  else tell(read, decoded)
}

function tellText(read: HeldJson, text: string): void {
  const parts = portWith(text)
  tell(read, [parts], parts)
}

function tell(read: HeldJson, given: readonly (ArrayBuffer | MessagePort)[] = [], text?: MessagePort): void {
  parentPort?.postMessage({ answer: { read, text } }, given)
}
