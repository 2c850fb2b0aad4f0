import { isUtf8 } from 'node:buffer'
import { parentPort } from 'node:worker_threads'
import { readAsked } from './border.ts'
import { joinBody } from './gather.ts'
import { heldIn } from './held-fields.ts'
import { type HeldJson, readJson } from './read-json.ts'

/** The thread that reads large JSON bodies. */

const UNREAD: HeldJson = { kind: 'read', value: undefined }

parentPort?.on('message', (message: unknown) => {
  const { body, bounds, wanted } = readAsked(message)
  const bytes = joinBody(body)
  if (wanted.kind === 'text')
    return isUtf8(bytes) ? tell(UNREAD, bytes.toString('utf8')) : tell({ kind: 'not-utf8' }, '')
  const read = readJson(bytes, bounds)
  if (wanted.kind === 'value' || read.kind === 'excess' || read.kind === 'not-utf8') return tell(read, '')
  const held = read.kind === 'read' ? heldIn(read.value, wanted.fields) : undefined
  if (held !== undefined) return tell(held, '')
  return tell(read.kind === 'read' ? UNREAD : read, bytes.toString('utf8'))
})

function tell(read: HeldJson, text: string): void {
  parentPort?.postMessage({ answer: { read, text } })
}
